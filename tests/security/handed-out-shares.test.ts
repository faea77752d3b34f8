// Shares that wait for their devices: somebody with a key that may read, a member with another share, a
// relay that plays a request again, and somebody who writes the disk or takes a back-up.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { reservedShares as texts } from '#contract/reserved-share-messages.ts'
import { byKey, CLOSED } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { createKeyset, handOut, reach, reservedSharesOf, startDevice } from '../support/devices.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const NOWHERE = 'ws://127.0.0.1:9'
const WARNING = 'Somebody other than Floe has changed its database'

/** A signer that has handed out share 2, and the other members at their keyboards. */
async function startScene(scope: Scope) {
  const relay = await startRelayFor(scope)
  const keyset = newKeyset()
  const environment = firstShare(keyset, [relay.url], '2026')
  const server = await startServer(scope, { environment })
  await server.status(({ nodeActive }) => nodeActive)
  const [device, other] = await Promise.all(
    [2, 3].map((idx) => V2Rogue.start(keyset, idx, relay.url)),
  )
  if (device === undefined || other === undefined) throw new Error('unreachable')
  for (const rogue of [device, other]) scope.onTestFinished(() => rogue.stop())
  const { seckey } = device.share
  expect((await server.post('/api/spares', { share: seckey })).status).toBe(200)
  await handOut(server, 2, 'Laptop')
  const { self } = server.context.keysets.first.supervisor
  return { relay, environment, server, device, other, self: self ?? '' }
}

const onboardRequest = (rogue: V2Rogue) => ({
  type: 'OnboardRequest' as const,
  data: { version: 1 as const, nonces: rogue.newNonces(20) },
})

const answered = ({ context }: ApiServer) =>
  context.store.audit
    .page({ limit: 100 })
    .filter(({ action, outcome }) => action === 'onboarding.asked' && outcome === 'answered')

test('Who holds a key that may read, sign or approve gets neither a list nor a package', async (t) => {
  const server = await startServer(t, { environment: CLOSED })
  const { auth } = server.context
  const admin = byKey(auth.apiKeys.create({ name: 'admin', scope: 'admin' }).key)
  const body = { name: 'Family', threshold: 2, totalMembers: 3, relays: [NOWHERE] }
  expect((await server.post('/api/keyset', body, admin)).status).toBe(200)

  for (const scope of ['read', 'sign', 'approve'] as const) {
    const headers = byKey(auth.apiKeys.create({ name: scope, scope }).key)
    const answers = [
      await server.get('/api/spares', headers),
      await server.post('/api/spares/2/hand-out', { name: 'Eve' }, headers),
      await server.post('/api/spares', { share: 'ab'.repeat(32) }, headers),
      await call(`${server.url}/api/spares/2`, { method: 'DELETE', headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    for (const { text } of answers) expect(text).not.toMatch(/bfonboard|seckey|password"/)
  }
  expect((await server.get('/api/spares', admin)).body).toMatchObject({
    spares: [{ state: 'kept' }, { state: 'kept' }],
  })
})

test('The device with the share gets the group at once; another member waits for the owner', async (t) => {
  const { server, device, other, self } = await startScene(t)

  const answer = await device.ask(self, onboardRequest(device))
  expect(answer).toMatchObject({ type: 'OnboardResponse', data: { group: { threshold: 2 } } })
  const id = other.send(self, onboardRequest(other))
  const { policy } = server.context.keysets.first
  await until(() => policy.waiting().length > 0)

  expect(policy.waiting()).toMatchObject([{ caller: { door: 'peer', id: other.xonly } }])
  expect(other.answersTo(id)).toEqual([])
  expect(answered(server)).toHaveLength(1)
  const heard = JSON.stringify([device.heard, other.heard])
  for (const { seckey } of device.carried.shares) expect(heard).not.toContain(seckey)
})

test('A request that is played again gets nothing, not even after a restart', async (t) => {
  const { relay, environment, server, device, self } = await startScene(t)
  const request = device.seal(self, onboardRequest(device))
  device.publish(request)
  await until(() => answered(server).length === 1)

  device.publish(request)
  relay.inject(request)
  await device.afterwards(self)
  expect(answered(server)).toHaveLength(1)

  const { dataDir } = server
  await server.stop()
  const again = await startServer(t, { dataDir, environment })
  await again.status(({ nodeActive }) => nodeActive)
  relay.inject(request)
  await device.afterwards(self)
  expect(answered(again)).toHaveLength(1)
})

test('A request of the device after it has signed waits for the owner again', async (t) => {
  const { server, device, self } = await startScene(t)
  await device.ask(self, onboardRequest(device))
  const { policy, supervisor } = server.context.keysets.first
  expect(policy.ruleSet.ruleViews()).toHaveLength(1)
  await device.ping(self)
  await until(() => supervisor.signer?.peers.get(device.xonly)?.status === 'online')
  await reach(server, 2, 'done')

  expect(policy.ruleSet.ruleViews()).toEqual([])
  device.send(self, onboardRequest(device))
  await until(() => policy.waiting().length > 0)
  expect(answered(server)).toHaveLength(1)
})

/** A keyset whose signer hears nobody. */
async function createOffline(server: ApiServer): Promise<void> {
  const body = { name: 'Family', threshold: 2, totalMembers: 3, relays: [NOWHERE] }
  expect((await server.post('/api/keyset', body)).status).toBe(200)
}

const inDatabase = <T>(dataDir: string, work: (db: Database.Database) => T): T => {
  const db = new Database(join(dataDir, 'floe.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

interface Row {
  keyset: number
  id: string
  sealed: Buffer
}
const rowsIn = (dataDir: string): Row[] =>
  inDatabase(dataDir, (db) => db.prepare<[], Row>('SELECT * FROM spares ORDER BY rowid').all())

test('Sealed shares that somebody swaps on the disk are reported, and none is handed out', async (t) => {
  const server = await startServer(t)
  await createOffline(server)
  const { dataDir } = server
  const [first, second] = rowsIn(dataDir)
  inDatabase(dataDir, (db) => {
    const put = db.prepare('UPDATE spares SET sealed = ? WHERE id = ?')
    put.run(second?.sealed, first?.id)
    put.run(first?.sealed, second?.id)
  })

  expect((await reservedSharesOf(server)).spares).toEqual([])
  expect(await server.post('/api/spares/2/hand-out', { name: 'Eve' })).toMatchObject({
    status: 404,
    body: { error: texts.unknown },
  })
  const { body } = await server.get('/api/events')
  expect([JSON.stringify(body), JSON.stringify(server.context.events.entries())].join()).toContain(
    WARNING,
  )
})

test('A share that is put back on the disk after its device has signed is not handed out', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  await createKeyset(server, [relay.url])
  const { dataDir } = server
  const before = rowsIn(dataDir)
  await startDevice(t, await handOut(server, 2, 'Laptop'), [relay.url])
  await reach(server, 2, 'done')
  const put = () =>
    inDatabase(dataDir, (db) => {
      const row = db.prepare('UPDATE spares SET sealed = @sealed WHERE id = @id')
      for (const one of before) row.run(one)
    })

  put()
  expect((await server.post('/api/spares/2/hand-out', { name: 'Eve' })).status).toBe(404)
  await server.stop()
  put()
  const again = await startServer(t, { dataDir })

  expect((await again.post('/api/spares/2/hand-out', { name: 'Eve' })).status).toBe(404)
})

test('A share that is put back on the disk to before it was handed out goes to no second device', async (t) => {
  const server = await startServer(t)
  await createOffline(server)
  const { dataDir } = server
  const before = rowsIn(dataDir)
  const given = await handOut(server, 2, 'Laptop')
  const handedOut = rowsIn(dataDir)
  const write = (rows: Row[]) =>
    inDatabase(dataDir, (db) => {
      const put = db.prepare('UPDATE spares SET sealed = @sealed WHERE id = @id')
      for (const one of rows) put.run(one)
    })

  write(before)
  const eve = await server.post('/api/spares/2/hand-out', { name: 'Eve' })
  expect(eve).toMatchObject({ status: 404, body: { error: texts.unknown } })
  expect(JSON.stringify(server.context.events.entries())).toContain(WARNING)
  write(handedOut)
  expect(await handOut(server, 2)).toEqual(given)
})

test('A share that is removed on the disk is reported, and the others stay', async (t) => {
  const server = await startServer(t)
  await createOffline(server)
  const [first] = rowsIn(server.dataDir)
  inDatabase(server.dataDir, (db) => db.prepare('DELETE FROM spares WHERE id = ?').run(first?.id))

  expect(await reservedSharesOf(server)).toMatchObject({ held: 2, spares: [{ state: 'kept' }] })
  expect(JSON.stringify(server.context.events.entries())).toContain(WARNING)
})

test('A member that answers pings twice makes itself suspect, and nobody else', async (t) => {
  const { server, device, other, self } = await startScene(t)
  await Promise.all([device.ping(self), other.ping(self)])
  const { signer: node } = server.context.keysets.first.supervisor
  const peers = present(node).peers
  other.conduct = (request, honest) => {
    const answer = honest()
    if (answer?.type === 'PingResponse') other.send(request.from, answer, { id: request.id })
    return answer
  }
  await until(async () => {
    await node?.ping(other.xonly)
    return peers.get(other.xonly)?.areTwoDevices === true
  })

  expect(peers.get(device.xonly)?.areTwoDevices).toBe(false)
  await device.ask(self, onboardRequest(device))
  await reach(server, 2, 'done')
})

test('A back-up holds no share for another device, and none is restored over those that wait', async (t) => {
  const server = await startServer(t)
  await createOffline(server)
  await handOut(server, 2, 'Laptop')
  const made = await fetch(`${server.url}/api/backup`, {
    method: 'POST',
    body: JSON.stringify({ withKey: false }),
    headers: { 'Content-Type': 'application/json' },
  })
  const bytes = Buffer.from(await made.arrayBuffer())

  for (const { sealed } of rowsIn(server.dataDir)) expect(bytes.includes(sealed)).toBe(false)
  const refused = await fetch(`${server.url}/api/restore`, { method: 'POST', body: bytes })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: texts.restoreLoses(2) },
  ])
})

test('What is handed out and deleted leaves the disk', async (t) => {
  const server = await startServer(t)
  await createOffline(server)
  const { dataDir } = server
  const given = await handOut(server, 2, 'Laptop')
  const sealed = rowsIn(dataDir).map((row) => row.sealed)
  const files = () =>
    ['floe.db', 'floe.db-wal']
      .map((name) => join(dataDir, name))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file))
  for (const text of [given.package, given.password]) {
    expect(files().some((bytes) => bytes.includes(text))).toBe(false)
  }

  for (const index of [2, 3]) {
    await call(`${server.url}/api/spares/${index}`, { method: 'DELETE' })
  }

  await until(() => !files().some((bytes) => sealed.some((one) => bytes.includes(one))))
})
