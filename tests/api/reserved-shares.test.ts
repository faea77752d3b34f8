import { join as pathOf } from 'node:path'
import { expect, test } from 'vitest'
import { ownerWarning } from '#contract/messages.ts'
import { lostByRestore, reservedShares as texts } from '#contract/reserved-share-messages.ts'
import { signAnswer } from '#contract/signing.ts'
import { openOnboard } from '#protocol/v2/share-package.ts'
import { type ApiServer, call, startServer } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { QUICK_PACKAGES, quickPackageKey } from '../support/cheap-hashing.ts'
import {
  createKeyset,
  handOut,
  join,
  reach,
  reservedShareAt,
  reservedSharesOf,
  startDevice,
} from '../support/devices.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { fitting } from '../support/fitting.ts'
import { AT_ONCE } from '../support/patient.ts'
import { runHere } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

/** Every package here is made and opened by Floes of this test alone. */
const QUICK = { hashing: QUICK_PACKAGES, timings: { node: AT_ONCE } }
const HASH = 'ab'.repeat(32)

/** A server that has made a 2-of-3 of 2026, and its relay. */
async function setUp(scope: Scope) {
  const relay = await startRelayFor(scope)
  const server = await startServer(scope, QUICK)
  await createKeyset(server, [relay.url])
  return { relay, relays: [relay.url], server }
}

const groupKeyOf = ({ context }: ApiServer): string => {
  const { group } = context.keysets.first.supervisor
  return group?.ok ? group.value.pubkey.slice(2) : ''
}

async function expectSignature(server: ApiServer, groupKey: string): Promise<void> {
  await until(async () => (await server.post('/api/sign', { message: HASH })).status === 200)
  const { signature } = fitting(
    signAnswer,
    (await server.post('/api/sign', { message: HASH })).body,
  )
  expect(verifyBip340(signature, HASH, groupKey)).toBe(true)
}

const open = async (given: { package: string; password: string }) => {
  const opened = await openOnboard(given.package, {
    password: given.password,
    deriveKey: quickPackageKey,
  })
  return opened.ok ? opened.value : expect.fail(opened.error)
}

const actionsOf = ({ context }: ApiServer) =>
  context.store.audit
    .page({ limit: 100 })
    .toReversed()
    .map(({ action, outcome }) => `${action} ${outcome}`)

const remove = (server: ApiServer, index: number) =>
  call(`${server.url}/api/spares/${index}`, { method: 'DELETE' })

test('A key is made, handed out to two other Floes, and each of the three signs', async (t) => {
  const { relays, server } = await setUp(t)
  expect(await reservedSharesOf(server)).toMatchObject({
    ...{ threshold: 2, members: 3, held: 3, group: 'Family' },
    spares: [
      { index: 2, state: 'kept' },
      { index: 3, state: 'kept' },
    ],
  })

  const second = await handOut(server, 2, 'Laptop')
  expect(await reservedShareAt(server, 2)).toMatchObject({ state: 'handedOut', name: 'Laptop' })
  const laptop = await startDevice(t, second, relays, QUICK)
  await reach(server, 2, 'done')
  expect(await reservedSharesOf(server)).toMatchObject({ held: 2 })
  const third = await handOut(server, 3, 'Tablet')
  const tablet = await startDevice(t, third, relays, QUICK)
  await reach(server, 3, 'done')
  expect(await reservedSharesOf(server)).toMatchObject({ held: 1 })

  const groupKey = groupKeyOf(server)
  for (const device of [server, laptop, tablet]) await expectSignature(device, groupKey)
  const { body } = await server.get('/api/peers')
  expect(body).toMatchObject({ peers: [{ name: 'Laptop' }, { name: 'Tablet' }] })
  expect(server.context.keysets.first.policy.ruleSet.ruleViews()).toEqual([])
  expect(server.context.keysets.first.policy.waiting()).toEqual([])
  const actions = actionsOf(server)
  expect(actions.filter((action) => /^(keyset|spare|onboarding|sign |peer)/.test(action))).toEqual([
    'keyset ok',
    ...[
      'peer.name ok',
      'spare.hand-out ok',
      'onboarding.asked answered',
      'sign ok',
      'spare.prove ok',
    ],
    ...[
      'peer.name ok',
      'spare.hand-out ok',
      'onboarding.asked answered',
      'sign ok',
      'spare.prove ok',
    ],
    ...['sign ok', 'sign ok'],
  ])
  const proofs = server.context.store.audit
    .page({ limit: 100 })
    .filter(({ action, detail }) => action === 'sign' && 'proof' in detail)
  expect(proofs).toHaveLength(2)

  const secrets = { second: (await open(second)).seckey, third: (await open(third)).seckey }
  const places = {
    log: server.log.join('\n'),
    events: JSON.stringify(server.context.events.entries()),
    metrics: (await server.get('/metrics')).text,
    peers: (await server.get('/api/peers')).text,
    spares: (await server.get('/api/spares')).text,
  }
  const audit = JSON.stringify(server.context.store.audit.page({ limit: 100 }))
  const passwords = { second: second.password, third: third.password }
  expect(findSecrets(formsOf(secrets), { ...places, audit })).toEqual([])
  expect(findSecrets(formsOf(passwords), { ...places, audit })).toEqual([])
})

test('A share is handed out with its rule, its audit and its package, or not at all', async (t) => {
  const { server } = await setUp(t)
  for (const table of ['rules', 'spares']) {
    const makeRoom = failToSave(server.dataDir, table)
    const refused = await server.post('/api/spares/2/hand-out', { name: 'Laptop' })
    makeRoom()

    expect(refused.status).toBe(503)
    expect(await reservedShareAt(server, 2)).toMatchObject({ state: 'kept' })
    expect(server.context.keysets.first.policy.ruleSet.ruleViews()).toEqual([])
  }

  await handOut(server, 2, 'Laptop')
  expect(actionsOf(server).filter((action) => action.startsWith('spare'))).toEqual([
    'spare.hand-out ok',
  ])
})

test('A share is for one device: shown again as it was, and given to no other', async (t) => {
  const { server } = await setUp(t)
  const first = await handOut(server, 2, 'Laptop')

  expect(await handOut(server, 2)).toEqual(first)
  expect(await handOut(server, 2, 'Laptop')).toEqual(first)
  expect(await server.post('/api/spares/2/hand-out', { name: 'Tablet' })).toMatchObject({
    status: 409,
    body: { error: texts.handedOut('Laptop') },
  })
  expect(await server.post('/api/spares/3/hand-out', {})).toMatchObject({
    status: 400,
    body: { error: texts.nameNeeded },
  })
  for (const name of ['Laptop', ' laptop ']) {
    expect(await server.post('/api/spares/3/hand-out', { name })).toMatchObject({
      status: 400,
      body: { error: texts.nameTaken(name.trim()) },
    })
  }
  for (const index of ['1', '4', 'x', '2.5']) {
    expect(await server.post(`/api/spares/${index}/hand-out`, { name: 'Tablet' })).toMatchObject({
      status: 404,
      body: { error: texts.unknown },
    })
  }
})

test('Of two who hand out the same share at once, one gets it', async (t) => {
  const { server } = await setUp(t)

  const answers = await Promise.all(
    ['Laptop', 'Tablet'].map((name) => server.post('/api/spares/2/hand-out', { name })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const given = present(answers.find(({ status }) => status === 200))
  expect(await handOut(server, 2)).toEqual(given.body)
})

test('Of two shares that are handed out for one name at once, one gets it', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t, QUICK)
  await createKeyset(server, [relay.url], { threshold: 2, totalMembers: 4 })

  const answers = await Promise.all(
    [2, 3].map((index) => server.post(`/api/spares/${index}/hand-out`, { name: 'Phone' })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('Where relays have changed, the package shown again names the new ones', async (t) => {
  const { server } = await setUp(t)
  const before = await open(await handOut(server, 2, 'Laptop'))
  const other = await startRelayFor(t)
  await server.post('/api/env', { RELAYS: JSON.stringify([other.url]) })
  await until(() => server.context.keysets.first.supervisor.relays[0] === other.url)

  const after = await open(await handOut(server, 2))

  expect(after).toEqual({ ...before, relays: [other.url] })
})

test('A stop at any step loses no share, and gives none out twice', async (t) => {
  const { relays, server } = await setUp(t)
  const { dataDir } = server
  const again = async (before: ApiServer): Promise<ApiServer> => {
    await before.stop()
    return startServer(t, { ...QUICK, dataDir })
  }
  let at = await again(server)
  expect((await reservedSharesOf(at)).spares.map(({ state }) => state)).toEqual(['kept', 'kept'])
  const second = await handOut(at, 2, 'Laptop')

  at = await again(at)
  expect(await handOut(at, 2)).toEqual(second)
  const laptop = await startDevice(t, second, relays, QUICK)
  at = await again(at)
  await reach(at, 2, 'done')

  at = await again(at)
  expect(await reservedShareAt(at, 2)).toMatchObject({ state: 'done', name: 'Laptop' })
  expect(await at.post('/api/spares/2/hand-out', { name: 'Tablet' })).toMatchObject({
    status: 409,
    body: { error: texts.done('Laptop') },
  })
  await expectSignature(laptop, groupKeyOf(at))
})

test('A share that is handed out while the relay is gone joins when it is back', async (t) => {
  const { relay, relays, server } = await setUp(t)
  relay.setFaults({ refuse: true })
  relay.dropAll()
  const second = await handOut(server, 2, 'Laptop')
  relay.clearFaults()
  await until(() => server.context.keysets.first.supervisor.signer?.isReady === true)

  await startDevice(t, second, relays, QUICK)
  await reach(server, 2, 'done')
})

test('In a keyset of 3 of 4 the first device waits for a second one to sign with', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t, QUICK)
  await createKeyset(server, [relay.url], { threshold: 3, totalMembers: 4 })
  await startDevice(t, await handOut(server, 2, 'Laptop'), [relay.url], QUICK)
  await until(async () => (await reservedShareAt(server, 2))?.problem === texts.needsOthers(1))

  await startDevice(t, await handOut(server, 3, 'Tablet'), [relay.url], QUICK)

  await reach(server, 2, 'done')
  await reach(server, 3, 'done')
  expect(await reservedSharesOf(server)).toMatchObject({
    held: 2,
    spares: [{}, {}, { state: 'kept' }],
  })
})

test('Credentials stay as long as shares are kept that nobody else has', async (t) => {
  const { server } = await setUp(t)
  const keys = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME']
  const refused = { status: 400, body: { error: `keys: ${texts.waiting(2)}` } }

  expect(await server.post('/api/env/delete', { keys })).toMatchObject(refused)
  expect(
    await server.post('/api/keyset', { name: 'B', threshold: 2, totalMembers: 2 }),
  ).toMatchObject({
    status: 400,
    body: { error: texts.hasKeyset },
  })
  for (const index of [2, 3]) expect((await remove(server, index)).status).toBe(200)
  expect((await remove(server, 3)).status).toBe(404)
  expect((await server.post('/api/env/delete', { keys })).status).toBe(200)

  expect((await server.get('/api/spares')).status).toBe(404)
  const anew = { name: 'Anew', threshold: 2, totalMembers: 2 }
  expect((await server.post('/api/keyset', anew)).status).toBe(200)
})

test('A share that its owner brings is kept for another device, unless one is online with it', async (t) => {
  const { relays, server } = await setUp(t)
  const given = await handOut(server, 2, 'Laptop')
  const { seckey } = await open(given)
  const laptop = await startDevice(t, given, relays, QUICK)
  await reach(server, 2, 'done')

  const online = { status: 409, body: { error: texts.online('Laptop') } }
  expect(await server.post('/api/spares', { share: seckey, replaces: true })).toMatchObject(online)
  await laptop.stop()
  const { peers } = present(server.context.keysets.first.supervisor.signer)
  present(peers.get(given.pubkey)).status = 'offline'
  expect(await server.post('/api/spares', { share: seckey })).toMatchObject({
    status: 409,
    body: { error: texts.replaces('Laptop'), replaces: 'Laptop' },
  })
  expect(await server.post('/api/spares', { share: 'ab'.repeat(32) })).toMatchObject({
    status: 400,
  })
  expect(await server.post('/api/spares', { share: seckey, replaces: true })).toMatchObject({
    status: 200,
    body: { spares: [{ index: 2, state: 'kept', heardBefore: true }, { index: 3 }] },
  })

  const anew = await startServer(t, QUICK)
  await join(anew, await handOut(server, 2, 'New laptop'), relays)
  await reach(server, 2, 'done')
  expect(await reservedShareAt(server, 2)).toMatchObject({ name: 'New laptop' })
})

test('A device that was replaced and comes back is told apart from the one that has its share now', async (t) => {
  const { relays, server } = await setUp(t)
  const given = await handOut(server, 2, 'Old laptop')
  const { seckey } = await open(given)
  const old = await startDevice(t, given, relays, QUICK)
  await reach(server, 2, 'done')
  await old.stop()
  const node = present(server.context.keysets.first.supervisor.signer)
  present(node.peers.get(given.pubkey)).status = 'offline'
  expect((await server.post('/api/spares', { share: seckey, replaces: true })).status).toBe(200)
  const again = await handOut(server, 2, 'New laptop')

  // A signature by the old device is no proof that the new one has the share.
  const back = await startServer(t, { ...QUICK, dataDir: old.dataDir })
  await until(async () => (await reservedShareAt(server, 2))?.problem === texts.hasOther)
  expect(await reservedShareAt(server, 2)).toMatchObject({ state: 'handedOut', name: 'New laptop' })
  expect(await reservedSharesOf(server)).toMatchObject({ held: 3 })

  const anew = await startServer(t, QUICK)
  await join(anew, again, relays)
  // If pings came faster than the slower device answers, the two would look like one again.
  const paced = { interval: 500 }
  await until(async () => {
    await node.ping(given.pubkey)
    return (await reservedShareAt(server, 2))?.areTwoDevices === true
  }, paced)
  const { body } = await server.get('/api/peers')
  expect(body).toMatchObject({ peers: [{ name: 'New laptop', areTwoDevices: true }, {}] })
  await until(async () => {
    // A device that is taken for offline is not asked, and would be pinged late.
    await node.ping(given.pubkey)
    return (await reservedShareAt(server, 2))?.problem === texts.twoDevices
  }, paced)
  const warning = ownerWarning.twoDevices(given.pubkey.slice(0, 8), 2)
  expect(node.warnings.list).toContain(warning)
  for (const device of [back, anew]) {
    await until(() => {
      const { warnings } = present(device.context.keysets.first.supervisor.signer)
      return warnings.list.some((one) => one.includes('same share'))
    })
  }

  await back.stop()
  await until(async () => {
    await node.ping(given.pubkey)
    return (await reservedShareAt(server, 2))?.areTwoDevices === undefined
  })
  expect(node.warnings.list).not.toContain(warning)
  await reach(server, 2, 'done')
  await expectSignature(server, groupKeyOf(server))
})

test('After a restore the shares that no back-up holds are lost, and the restore says so', async (t) => {
  const { server } = await setUp(t)
  await handOut(server, 2, 'Laptop')
  const { dataDir } = server
  const file = pathOf(temporaryFolder(t), 'backup.db')
  expect(await runHere({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0 })
  const there = { DATA_DIR: pathOf(temporaryFolder(t), 'data') }

  const ran = await runHere(there, 'restore', file, '--key-file', pathOf(dataDir, 'secret.key'))
  const restored = await startServer(t, { ...QUICK, dataDir: there.DATA_DIR })

  expect(ran).toMatchObject({ code: 0 })
  expect(ran.stdout).toContain(lostByRestore([2, 3]))
  expect(await reservedSharesOf(restored)).toMatchObject({
    held: 1,
    spares: [
      { index: 2, state: 'lost', name: 'Laptop', heardBefore: false },
      { index: 3, state: 'lost', heardBefore: false },
    ],
  })
  expect(await restored.post('/api/spares/3/hand-out', { name: 'Phone' })).toMatchObject({
    status: 409,
    body: { error: texts.lost },
  })
  const { seckey } = await open(await handOut(server, 3, 'Phone'))
  expect(await restored.post('/api/spares', { share: seckey })).toMatchObject({
    status: 200,
    body: {
      held: 2,
      spares: [
        { index: 2, state: 'lost' },
        { index: 3, state: 'kept' },
      ],
    },
  })
  expect((await remove(restored, 2)).status).toBe(200)
  expect(await reservedShareAt(restored, 2)).toBeUndefined()
})
