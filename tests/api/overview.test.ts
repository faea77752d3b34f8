import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { type NeedCode, type Overview, overview } from '#contract/overview.ts'
import { reservedShares as texts } from '#contract/reserved-share-messages.ts'
import { statusAnswer } from '#contract/status.ts'
import { xOnly } from '#nostr/x-only.ts'
import { openOnboard } from '#protocol/v2/share-package.ts'
import type { SignerTimings } from '#signer/options.ts'
import { BACKUP_FOLDER } from '#store/backup/schedule.ts'
import { openStore, type Store } from '#store/open.ts'
import { ask, byKey, CLOSED, makeKeys } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { QUICK_PACKAGES, quickPackageKey } from '../support/cheap-hashing.ts'
import {
  createKeyset,
  handOut,
  join as joinAs,
  reach,
  reservedSharesOf,
  startDevice,
} from '../support/devices.ts'
import { openEvents } from '../support/event-client.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { fitting } from '../support/fitting.ts'
import { startFloe } from '../support/floe-process.ts'
import { newHash } from '../support/new-hash.ts'
import { startOwnedSigner } from '../support/owned-signer.ts'
import { newPair } from '../support/pair.ts'
import { AT_ONCE, NOBODY_THERE, SILENT } from '../support/patient.ts'
import { runHere } from '../support/run-command.ts'
import { type Scope, startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'
import { present } from '../support/v2-vectors.ts'
import { startWebhook } from '../support/webhook.ts'

type Headers = Record<string, string>

/** Whether this test may have a disk of its own. */
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** Every package here is made and opened by Floes of this test alone. */
const QUICK = { hashing: QUICK_PACKAGES, timings: { node: AT_ONCE } }

const read = async ({ get }: Pick<ApiServer, 'get'>, headers: Headers = {}): Promise<Overview> =>
  fitting(overview, (await get('/api/overview', headers)).body)

const codesOf = ({ needs }: Overview): NeedCode[] => needs.map(({ code }) => code)

/** Waits until something needs the owner, or does so no more. */
async function reaches(
  server: Pick<ApiServer, 'get'>,
  code: NeedCode,
  { isOver = false, headers = {} }: { isOver?: boolean; headers?: Headers } = {},
): Promise<void> {
  await until(async () => codesOf(await read(server, headers)).includes(code) !== isOver, {
    what: `${code} ${isOver ? 'over' : ''}`,
  })
}
const ends = (server: Pick<ApiServer, 'get'>, code: NeedCode, headers: Headers = {}) =>
  reaches(server, code, { isOver: true, headers })

const put = ({ url }: ApiServer, path: string, body: object) =>
  call(url + path, { method: 'PUT', body: JSON.stringify(body) })

/** A server of a pair in 1.x, and its relay. The other device is not there. */
async function setUp(scope: Scope, more: Headers = {}, timings: Partial<SignerTimings> = {}) {
  const relay = await startRelayFor(scope)
  const keyset = newPair()
  const environment = { ...firstShare(keyset, [relay.url]), ...more }
  const start = (dataDir = join(temporaryFolder(scope), 'data')) =>
    startServer(scope, { environment, dataDir, timings: { node: { ...NOBODY_THERE, ...timings } } })
  const server = await start()
  const other = {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
  }
  const startPeer = () => startPeerFor(scope, other)
  /** A peer that speaks 2026 too, and pings the others at once. */
  const startNewPeer = () =>
    startPeerFor(scope, { ...other, timings: AT_ONCE, v2: noncesFor(scope) })
  const pubkey = keyset.group.commits[1]?.pubkey ?? ''
  return { relay, keyset, server, start, startPeer, startNewPeer, pubkey }
}

/** Changes the data of a server that does not run. */
function changeData(dataDir: string, change: (store: Store) => void): void {
  const store = openStore({ dataDir, log: pino({ level: 'silent' }) })
  change(store)
  store.close()
}

/** A data folder in which a device or a relay has been gone for so many days. */
function goneSince(scope: Scope, subject: string, days: number): string {
  const dataDir = join(temporaryFolder(scope), 'data')
  const [now, since] = [Date.now(), Date.now() - days * 86_400_000]
  changeData(dataDir, (store) =>
    store.keyset(FIRST_KEYSET).presence.add({
      hours: [],
      states: [{ subject, there: false, since, watchedUntil: now }],
    }),
  )
  return dataDir
}

/** Makes the last back-up one of so many days ago. */
const noteBackup = ({ settings }: Pick<Store, 'settings'>, days: number): void =>
  settings.set(
    'last-backup',
    JSON.stringify({ madeAt: Date.now() - days * 86_400_000, withKey: false, by: 'download' }),
  )

describe.concurrent('What needs the owner begins and ends:', () => {
  test('no credentials', async (t) => {
    const server = await startServer(t)
    expect(codesOf(await read(server))).toEqual(['open-access', 'no-credentials'])
    expect(await read(server)).toMatchObject({ who: null, status: { word: 'not-set-up' } })
    await server.post('/api/env', firstShare(newKeyset(), ['ws://127.0.0.1:9']))
    await ends(server, 'no-credentials')
  })

  test('no login', async (t) => {
    const first = await startServer(t)
    expect(codesOf(await read(first))).toContain('open-access')
    await first.stop()
    const environment = { ...CLOSED, API_KEY: 'sixteen letters!' }
    const server = await startServer(t, { dataDir: first.dataDir, environment })
    expect(codesOf(await read(server, byKey('sixteen letters!')))).not.toContain('open-access')
  })

  test('the owner’s stop', async (t) => {
    const { server, startPeer } = await setUp(t)
    await startPeer()
    await until(async () => (await read(server)).status.word === 'ready')
    await server.post('/api/stop', {})
    const { status, needs } = await read(server)
    expect(status).toEqual({ word: 'stopped', tone: 'bad' })
    expect(needs[0]).toMatchObject({ code: 'stopped', action: { do: 'resume' } })
    await until(async () => (await read(server)).ring.online === 1)
    await call(`${server.url}/api/stop`, { method: 'DELETE' })
    await ends(server, 'stopped')
  })

  test('a signer that can’t be started', async (t) => {
    const { relay, keyset, server } = await setUp(t, { GROUP_CRED: newPair().groupCredential })
    await reaches(server, 'not-started')
    expect((await read(server)).status).toEqual({ word: 'failed', tone: 'bad' })
    await server.post('/api/env', firstShare(keyset, [relay.url]))
    await ends(server, 'not-started')
  })

  test('no relay, so that no device is heard either', async (t) => {
    const { relay, server, startPeer } = await setUp(t)
    await startPeer()
    await until(async () => (await read(server)).ring.online === 2)
    relay.setFaults({ refuse: true })
    relay.dropAll()
    await reaches(server, 'no-relay')
    expect(await read(server)).toMatchObject({
      status: { word: 'no-relay', tone: 'bad' },
      ring: { online: 0, needed: 2, total: 2 },
      devices: [{ state: 'unknown' }],
      relays: { connected: 0, total: 1 },
      needs: [{ code: 'no-relay', since: expect.any(String) }, {}, {}, {}],
    })
    relay.clearFaults()
    await ends(server, 'no-relay')
  })

  test('too few devices', async (t) => {
    const { server, startPeer, pubkey } = await setUp(t)
    await reaches(server, 'cannot-sign')
    expect(await read(server)).toMatchObject({
      status: { word: 'cannot-sign', tone: 'bad' },
      ring: { online: 1 },
      needs: [{ params: { why: 'peers' }, action: { do: 'wake-device', pubkey } }, {}, {}, {}],
    })
    await startPeer()
    await server.post('/api/peers/ping', { target: 'all' })
    await ends(server, 'cannot-sign')
  })

  test('a switch that shuts one direction', async (t) => {
    const { server, startPeer, pubkey } = await setUp(t)
    await startPeer()
    await until(async () => (await read(server)).status.word === 'ready')
    await put(server, `/api/peers/${pubkey}/policy`, { allowSend: false, allowReceive: true })
    await reaches(server, 'one-way')
    expect((await read(server)).needs).toContainEqual(
      expect.objectContaining({ code: 'one-way', action: { do: 'allow-send', pubkey } }),
    )
    await put(server, `/api/peers/${pubkey}/policy`, { allowSend: true, allowReceive: true })
    await ends(server, 'one-way')
  })

  test('a relay that is gone for too long', async (t) => {
    const [sound, dead] = [await startRelayFor(t), await startRelayFor(t)]
    dead.setFaults({ refuse: true })
    const dataDir = goneSince(t, dead.url, 2)
    const environment = firstShare(newPair(), [sound.url, dead.url])
    const server = await startServer(t, { environment, dataDir })
    await reaches(server, 'relay-gone')
    dead.clearFaults()
    await ends(server, 'relay-gone')
  })

  test('a device that is gone for too long', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newPair()
    const dataDir = goneSince(t, xOnly(keyset.group.commits[1]?.pubkey ?? ''), 8)
    const environment = firstShare(keyset, [relay.url])
    const timings = { node: NOBODY_THERE }
    const server = await startServer(t, { environment, dataDir, timings })
    await reaches(server, 'device-gone')
    await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    await server.post('/api/peers/ping', { target: 'all' })
    await ends(server, 'device-gone')
  })

  test('exposure in 1.x, from the first signature', async (t) => {
    const { server, startPeer, pubkey } = await setUp(t)
    await startPeer()
    await until(async () => (await read(server)).status.word === 'ready')
    expect(codesOf(await read(server))).not.toContain('v1-exposure')
    expect((await server.post('/api/sign', { message: newHash() })).status).toBe(200)
    await reaches(server, 'v1-exposure')
    const { needs, lastSignature, lastProven } = await read(server)
    expect(needs).toContainEqual(
      expect.objectContaining({ params: { pubkey, member: 2, count: 1 }, action: { do: 'move' } }),
    )
    expect(lastSignature).toEqual(expect.any(String))
    expect(lastProven).toMatchObject({ pubkey })
    expect(Date.parse(lastSignature ?? '')).toBeGreaterThanOrEqual(Date.parse(lastProven?.at ?? ''))
    await put(server, '/api/settings', { firstGeneration: 'refuse' })
    await ends(server, 'v1-exposure')
  })

  test('another device on this server’s share', async (t) => {
    const { relay, keyset, server, pubkey } = await setUp(t, {}, { twinGone: 500 })
    const twin = await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[0] ?? '',
      relays: [relay.url],
      timings: NOBODY_THERE,
    })
    // The need lasts half a second after each sign of it.
    const pings = setInterval(() => void twin.node.ping(pubkey), 100)
    t.onTestFinished(() => clearInterval(pings))
    await reaches(server, 'own-share-twice')
    await twin.node.stop()
    await ends(server, 'own-share-twice')
  })

  test('a question', async (t) => {
    const { server, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const asked = signEvent(1, 'a note')
    const [id = ''] = await waiting(1)
    await reaches(server, 'question', { headers: headers.read })
    expect((await read(server, headers.read)).needs).toContainEqual(
      expect.objectContaining({ code: 'question', params: { count: 1 } }),
    )
    await answer(id, { verdict: 'refuse' })
    await ends(server, 'question', headers.read)
    await asked
  })

  test('the whole key on this machine', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, { hashing: QUICK_PACKAGES, timings: { node: AT_ONCE } })
    await createKeyset(server, [relay.url])
    await reaches(server, 'whole-key-here')
    for (const { index } of (await reservedSharesOf(server)).spares) {
      await call(`${server.url}/api/spares/${index}`, { method: 'DELETE' })
    }
    await ends(server, 'whole-key-here')
  })

  test('shares that a restore has not brought back', async (t) => {
    const relay = await startRelayFor(t)
    const first = await startServer(t, { hashing: QUICK_PACKAGES })
    await createKeyset(first, [relay.url])
    await handOut(first, 2, 'Laptop')
    const file = join(temporaryFolder(t), 'backup.db')
    await runHere({ DATA_DIR: first.dataDir }, 'backup', file)
    const there = { DATA_DIR: join(temporaryFolder(t), 'data') }
    const key = join(first.dataDir, 'secret.key')
    await runHere(there, 'restore', file, '--key-file', key)
    await first.stop()
    const server = await startServer(t, { hashing: QUICK_PACKAGES, dataDir: there.DATA_DIR })
    await reaches(server, 'share-lost')
    for (const index of [2, 3]) {
      await call(`${server.url}/api/spares/${index}`, { method: 'DELETE' })
    }
    await ends(server, 'share-lost')
  })

  test('no back-up, and one that is old', async (t) => {
    const { server } = await setUp(t)
    expect(codesOf(await read(server))).toContain('backup-none')
    const backUp = () =>
      call(`${server.url}/api/backup`, { method: 'POST', body: '{"withKey":false}' })
    await backUp()
    expect(codesOf(await read(server))).not.toContain('backup-none')
    noteBackup(server.context.store, 31)
    expect(codesOf(await read(server))).toContain('backup-old')
    await backUp()
    expect(codesOf(await read(server))).not.toContain('backup-old')
  })

  test('this machine’s clock', async (t) => {
    const { server } = await setUp(t)
    const { ownClock } = server.context
    const witness = (ahead: number) => {
      for (const name of ['a', 'b', 'c']) ownClock.note(name, Date.now() - ahead)
    }
    witness(120_000)
    await reaches(server, 'clock-wrong')
    expect((await read(server)).needs[0]).toMatchObject({ params: { ms: 120_000 } })
    witness(0)
    await ends(server, 'clock-wrong')
  })

  test('a device that asks to join', async (t) => {
    const { keyset, server, startNewPeer, pubkey } = await setUp(t)
    await server.status(({ nodeActive }) => nodeActive)
    const { node } = await startNewPeer()
    const asked = node.onboard(xOnly(keyset.group.commits[0]?.pubkey ?? ''))
    await reaches(server, 'join-request')
    expect((await read(server)).needs).toContainEqual(
      expect.objectContaining({ params: { count: 1 }, action: { do: 'see-requests' } }),
    )
    await server.post(`/api/joining/requests/${pubkey}`, { approve: true })
    await ends(server, 'join-request')
    await asked
  })

  test('a stop that could not be saved', async (t) => {
    const { server } = await setUp(t)
    const makeRoom = failToSave(server.dataDir, 'stop')
    const inTheWay = join(server.dataDir, 'floe.stopped.new')
    mkdirSync(inTheWay)
    await server.post('/api/stop', {})
    await reaches(server, 'stop-not-kept')
    makeRoom()
    rmSync(inTheWay, { recursive: true })
    await ends(server, 'stop-not-kept')
    expect(codesOf(await read(server))).toContain('stopped')
  })

  test('a data folder that is not there to be written', async (t) => {
    const { server } = await setUp(t)
    expect(codesOf(await read(server))).not.toContain('disk-full')
    const away = `${server.dataDir} away`
    renameSync(server.dataDir, away)
    await reaches(server, 'disk-full')
    renameSync(away, server.dataDir)
    await ends(server, 'disk-full')
  })

  test.skipIf(!canMount)('a disk that is full', async (t) => {
    const dataDir = temporaryFolder(t)
    // Only that process sees the mount, and others see it through /proc.
    const mount = 'mount -t tmpfs -o size=64m none "$DATA_DIR" && exec "$0" "$@"'
    const within = ['unshare', '-m', 'sh', '-c', mount]
    const floe = await startFloe(t, {}, dataDir, undefined, within)
    expect(codesOf(await read(floe))).not.toContain('disk-full')
    const filler = join(`/proc/${floe.pid}/root`, dataDir, 'filler')
    writeFileSync(filler, Buffer.alloc(40 * 1_048_576))
    await reaches(floe, 'disk-full')
    rmSync(filler)
    await ends(floe, 'disk-full')
  })

  test('a back-up that can’t be made where it is planned', async (t) => {
    const { server } = await setUp(t)
    const inTheWay = join(server.dataDir, BACKUP_FOLDER)
    writeFileSync(inTheWay, '')
    const plan = { interval: 24, keep: 2 }
    await put(server, '/api/backups/schedule', plan)
    await reaches(server, 'backup-failed')
    await put(server, '/api/backups/schedule', { ...plan, interval: 0 })
    await ends(server, 'backup-failed')
    await put(server, '/api/backups/schedule', plan)
    await reaches(server, 'backup-failed')
    rmSync(inTheWay)
    await put(server, '/api/backups/schedule', plan)
    await ends(server, 'backup-failed')
    expect(codesOf(await read(server))).not.toContain('backup-none')
  })

  test('a setting that is deleted here, but not in the environment', async (t) => {
    const { server } = await setUp(t)
    await server.post('/api/env/delete', { keys: ['GROUP_NAME'] })
    await reaches(server, 'warning')
    await server.post('/api/env', { GROUP_NAME: 'Anna' })
    await ends(server, 'warning')
  })

  test('a device that is refused because it speaks only 1.x, and has spoken 2026 before', async (t) => {
    const before = await setUp(t, {}, { meeting: 0 })
    const { start, startPeer, startNewPeer, pubkey } = before
    await before.server.status(({ nodeActive }) => nodeActive)
    const { signer } = before.server.context.keysets.first.supervisor
    const updated = await startNewPeer()
    await until(() => signer?.peers.get(xOnly(pubkey))?.heardIn2026 === true)
    expect(codesOf(await read(before.server))).not.toContain('v1-shut-out')
    await updated.node.stop()
    await before.server.stop()
    const server = await start(before.server.dataDir)
    await startPeer()
    await server.status(({ nodeActive }) => nodeActive)
    await server.post('/api/peers/ping', { target: 'all' })
    await reaches(server, 'v1-shut-out')
    await put(server, `/api/peers/${pubkey}/generations`, { allowFirstGeneration: true })
    await ends(server, 'v1-shut-out')
  })

  test('a device that has joined, and not signed yet', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, QUICK)
    await createKeyset(server, [relay.url], { threshold: 3, totalMembers: 4 })
    await startDevice(t, await handOut(server, 2, 'Laptop'), [relay.url], QUICK)
    await reaches(server, 'proof-failed')
    expect((await read(server)).needs).toContainEqual(
      expect.objectContaining({
        code: 'proof-failed',
        params: expect.objectContaining({ name: 'Laptop', text: texts.needsOthers(1) }),
      }),
    )
    await startDevice(t, await handOut(server, 3, 'Tablet'), [relay.url], QUICK)
    await ends(server, 'proof-failed')
  })

  test('a device that was replaced and comes back, alone and beside the new one', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, QUICK)
    await createKeyset(server, [relay.url])
    const given = await handOut(server, 2, 'Old laptop')
    const opened = await openOnboard(given.package, {
      password: given.password,
      deriveKey: quickPackageKey,
    })
    const share = opened.ok ? opened.value.seckey : expect.fail(opened.error)
    const old = await startDevice(t, given, [relay.url], QUICK)
    await reach(server, 2, 'done')
    await old.stop()
    const node = present(server.context.keysets.first.supervisor.signer)
    present(node.peers.get(given.pubkey)).status = 'offline'
    await server.post('/api/spares', { share, replaces: true })
    const again = await handOut(server, 2, 'New laptop')

    const back = await startServer(t, { ...QUICK, dataDir: old.dataDir })
    await reaches(server, 'share-elsewhere')

    const other = await startServer(t, QUICK)
    await joinAs(other, again, [relay.url])
    /** Pings at intervals: if they came faster than the slower device answers, the two would look like one. */
    const pinged = (code: NeedCode, isThere: boolean) =>
      until(
        async () => {
          await node.ping(given.pubkey)
          return codesOf(await read(server)).includes(code) === isThere
        },
        { interval: 500, what: code },
      )
    await pinged('two-devices', true)
    expect(codesOf(await read(server))).not.toContain('share-elsewhere')
    await back.stop()
    await pinged('two-devices', false)
    await reach(server, 2, 'done')
  })

  test('notifications that are not set up', async (t) => {
    const { server } = await setUp(t)
    expect(codesOf(await read(server))).toContain('no-notifications')
    await put(server, '/api/notify', { url: 'http://127.0.0.1:9/topic' })
    expect(codesOf(await read(server))).not.toContain('no-notifications')
  })
})

test('The status contains the overview, and the event stream reports its changes', async (t) => {
  const { server } = await setUp(t, {}, SILENT)
  await server.status(({ nodeActive }) => nodeActive)
  const events = await openEvents(t, server.url)
  await server.post('/api/stop', {})
  await events.frame(
    (frame) => frame.type === 'overview-internal' && frame.data.status.word === 'stopped',
  )
  const { body } = await server.get('/api/status?with=overview')
  const { overview: inStatus } = fitting(statusAnswer, body)
  expect(inStatus).toEqual({ ...(await read(server)), at: inStatus?.at })
})

test('The overview shows a key that only reads nothing that it may not read elsewhere', async (t) => {
  const { server } = await setUp(t, CLOSED)
  const keys = makeKeys(server)
  const all = await read(server, byKey(keys.admin))
  const some = await read(server, byKey(keys.read))
  expect(codesOf(all)).toEqual(expect.arrayContaining(['backup-none', 'no-notifications']))
  expect(codesOf(some).filter((code) => !codesOf(all).includes(code))).toEqual([])
  expect(codesOf(some)).not.toContain('backup-none')
  expect(codesOf(some)).not.toContain('no-notifications')
  expect([all.complete, some.complete]).toEqual([true, false])
  expect([all.who?.name, some.who?.name]).toEqual(['Test keyset', undefined])
  const { overview: inStatus } = (await server.get('/api/status?with=overview', byKey(keys.read)))
    .body as {
    overview: Overview
  }
  expect(codesOf(inStatus)).toEqual(codesOf(some))
  expect((await ask(server, 'overview', { headers: byKey(keys.approve) })).status).toBe(403)
})

test('An owner who is away is notified of a need, and of its end', async (t) => {
  const { server } = await setUp(t)
  const { url, posts } = await startWebhook()
  await put(server, '/api/notify', { url })
  const { store } = server.context
  const stateOf = (state: string) =>
    posts.find(({ body }) => body['cause'] === 'backup-old' && body['state'] === state)?.body
  noteBackup(store, 31)
  server.context.events.add('info', 'something happens')
  await until(() => stateOf('open') !== undefined)
  noteBackup(store, 0)
  server.context.events.add('info', 'something happens')
  await until(() => stateOf('over') !== undefined)
  expect(stateOf('open')).toMatchObject({ kind: 'need', title: 'Floe needs you' })
})

test('A need that lasts over a restart is notified once, and its end too if Floe was off then', async (t) => {
  const { url, posts } = await startWebhook()
  const dataDir = join(temporaryFolder(t), 'data')
  const environment = { ...firstShare(newPair(), ['ws://127.0.0.1:9']), NOTIFY_URL: url }
  const start = () => startServer(t, { dataDir, environment })
  const notified = () =>
    posts.flatMap(({ body: { cause, state } }) => (cause === 'backup-old' ? [state] : []))
  const first = await start()
  noteBackup(first.context.store, 31)
  first.context.events.add('info', 'something happens')
  await until(() => notified().length === 1)
  await until(() => first.context.keysets.first.notifier.waiting === 0)
  await first.stop()

  const second = await start()
  expect(codesOf(await read(second))).toContain('backup-old')
  await second.stop()
  expect(notified()).toEqual(['open'])
  changeData(dataDir, (store) => noteBackup(store, 0))

  const third = await start()
  await until(() => notified().length === 2)
  await until(() => third.context.keysets.first.notifier.waiting === 0)
  await third.stop()
  const fourth = await start()
  await read(fourth)
  await fourth.stop()
  expect(notified()).toEqual(['open', 'over'])
})
