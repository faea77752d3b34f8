import { describe, expect, test } from 'vitest'
import { routes } from '#api/table.ts'
import { historyAnswer } from '#contract/history.ts'
import { policyOutcome, request } from '#contract/messages.ts'
import { auditPage } from '#contract/operations.ts'
import { overview } from '#contract/overview.ts'
import { proofAnswer, signFailure } from '#contract/signing.ts'
import { xOnly } from '#nostr/x-only.ts'
import { byKey, CLOSED, makeKeys } from '../support/access.ts'
import { type ApiServer, call, firstShare, startServer } from '../support/api-server.ts'
import { QUICK_PACKAGES } from '../support/cheap-hashing.ts'
import { createKeyset, handOut, reach, startDevice } from '../support/devices.ts'
import { fitting } from '../support/fitting.ts'
import { newPair } from '../support/pair.ts'
import { AT_ONCE, NOBODY_THERE, PATIENT } from '../support/patient.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const prove = (server: Pick<ApiServer, 'post'>, pubkey?: string) =>
  server.post('/api/proof', { ...(pubkey && { pubkey }) })

/**
 * A server, and another Floe of its group that has signed already.
 *
 * @param ping how long to wait for an answer; by default long, because a busy machine answers late. Milliseconds
 */
async function setUp(scope: Scope, ping: number = PATIENT.request) {
  const relay = await startRelayFor(scope)
  const server = await startServer(scope, {
    hashing: QUICK_PACKAGES,
    timings: { node: { ...AT_ONCE, ping } },
  })
  await createKeyset(server, [relay.url], { threshold: 2, totalMembers: 2 })
  const { pubkey, ...given } = await handOut(server, 2, 'Laptop')
  const device = await startDevice(scope, given, [relay.url], { hashing: QUICK_PACKAGES })
  await reach(server, 2, 'done')
  return { relay, server, device, pubkey }
}

const overviewOf = async ({ get }: Pick<ApiServer, 'get'>) =>
  fitting(overview, (await get('/api/overview')).body)
const failedProofs = async (server: Pick<ApiServer, 'get'>) =>
  (await overviewOf(server)).needs.filter(({ code }) => code === 'proof-failed')
const proofsIn = async ({ get }: Pick<ApiServer, 'get'>, pubkey: string) =>
  fitting(auditPage, (await get('/api/audit?limit=100')).body).entries.filter(
    ({ action, detail }) => action === 'sign' && detail['proof'] === pubkey,
  )

describe.concurrent('A test signature', () => {
  test('says who took part and how long it took, and is the last proof of that device', async (t) => {
    const { server, pubkey } = await setUp(t)
    const before = await overviewOf(server)
    const { status, body } = await prove(server, pubkey)
    expect(status).toBe(200)
    const { at, took, devices } = fitting(proofAnswer, body)
    expect(devices).toEqual([{ pubkey, member: 2, name: 'Laptop' }])
    expect(took).toBeLessThan(60_000)
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
    const { lastProven } = await overviewOf(server)
    expect(Date.parse(lastProven?.at ?? '')).toBeGreaterThan(
      Date.parse(before.lastProven?.at ?? ''),
    )
    const history = fitting(historyAnswer, (await server.get('/api/history')).body)
    expect(history.devices.find((one) => one.pubkey === pubkey)?.lastProvenAt).toBe(lastProven?.at)
    expect(history.days.at(-1), 'nobody used the key').toMatchObject({ count: 0, by: [] })
    expect(fitting(proofAnswer, (await prove(server)).body).devices).toEqual(devices)
    expect(await proofsIn(server, 'anyone')).toMatchObject([{ outcome: 'ok' }])
  })

  test('that fails needs the owner until the device has signed again', async (t) => {
    const { server, device, pubkey } = await setUp(t, 1_000)
    await device.stop()
    await until(async () => {
      await server.post('/api/peers/ping', { target: pubkey })
      return (await overviewOf(server)).devices[0]?.state === 'offline'
    })
    const before = await proofsIn(server, xOnly(pubkey))
    const failed = await prove(server, pubkey)
    expect(failed.status).toBe(502)
    expect(fitting(signFailure, failed.body)).toEqual({
      ...{ error: request.proofAway, code: 'SIGN_FAILED', sentence: 'request.proofAway' },
    })
    expect(await failedProofs(server)).toMatchObject([
      { params: { pubkey, text: request.proofAway }, action: { do: 'see-device', pubkey } },
    ])
    const [last, ...earlier] = await proofsIn(server, xOnly(pubkey))
    expect(last).toMatchObject({ outcome: 'SIGN_FAILED' })
    expect(earlier).toEqual(before)

    const { dataDir } = device
    await startServer(t, { dataDir, timings: { node: AT_ONCE }, hashing: QUICK_PACKAGES })
    await until(async () => (await prove(server, pubkey)).status === 200)
    expect(await failedProofs(server)).toEqual([])
  })

  test('stays known as failed after a restart', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newPair()
    const pubkey = keyset.group.commits[1]?.pubkey ?? ''
    const environment = firstShare(keyset, [relay.url])
    const server = await startServer(t, { environment, timings: { node: NOBODY_THERE } })
    await server.status(({ nodeActive }) => nodeActive)
    expect((await prove(server, pubkey)).status).toBe(502)
    await server.stop()
    const again = await startServer(t, { environment, dataDir: server.dataDir })
    await until(async () => (await overviewOf(again)).devices.length > 0)
    const textMessage = { error: request.proofAway, code: 'request.proofAway' }
    expect(await failedProofs(again)).toMatchObject([{ params: { pubkey, textMessage } }])
  })

  test('that the owner’s stop or a switch prevents is no failure of the device', async (t) => {
    const { server, pubkey } = await setUp(t)
    const setPolicy = (policy: object) =>
      call(`${server.url}/api/peers/${pubkey}/policy`, {
        method: 'PUT',
        body: JSON.stringify(policy),
      })
    await setPolicy({ allowSend: false })
    expect((await prove(server, pubkey)).body).toMatchObject({ error: request.proofOff })
    await setPolicy({ allowSend: true })
    await server.post('/api/stop', {})
    // A stop cuts off a relay that is slow to read.
    await server.status(({ nodeActive }) => nodeActive)
    const { status, body } = await prove(server, pubkey)
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'STOPPED', error: policyOutcome.stopped })
    expect(await failedProofs(server)).toEqual([])
  })

  test('is not made in 1.x, where it would give away a part of the share', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newPair()
    const environment = firstShare(keyset, [relay.url])
    const server = await startServer(t, { environment })
    const pubkey = keyset.group.commits[1]?.pubkey ?? ''
    await startPeerFor(t, {
      ...{ group: keyset.groupCredential, share: keyset.shareCredentials[1] ?? '' },
      relays: [relay.url],
    })
    await until(async () => (await overviewOf(server)).status.word === 'ready')
    for (const through of [pubkey, undefined]) {
      expect((await prove(server, through)).body).toEqual({
        ...{ error: request.proofOlder, code: 'BAD_REQUEST', sentence: 'request.proofOlder' },
      })
    }
    expect(server.context.keysets.first.kept.audit.partialSignatures()).toEqual(new Map())
  })

  test('is made with members of the group only, and one at a time', async (t) => {
    const { server, pubkey } = await setUp(t)
    expect((await prove(server, newPair().group.group_pk)).status).toBe(404)
    expect((await prove(server, 'Laptop')).status).toBe(400)
    const before = await proofsIn(server, xOnly(pubkey))
    const { testSignatures } = server.context.keysets.first
    const caller = { door: 'owner', id: 'anna' } as const
    const made = Array.from({ length: 20 }, () => testSignatures.make({ caller, through: pubkey }))
    expect(new Set(await Promise.all(made)).size).toBe(1)
    expect(await proofsIn(server, xOnly(pubkey))).toHaveLength(before.length + 1)
  })

  test('with any device pings again if too few seem to be online', async (t) => {
    const { server, pubkey } = await setUp(t)
    const { signer } = server.context.keysets.first.supervisor
    present(signer?.peers.get(pubkey)).status = 'offline'
    expect((await prove(server)).status).toBe(200)
  })

  test('that lacks another device is no failure of the one that is asked', async (t) => {
    const relay = await startRelayFor(t)
    const quick = { hashing: QUICK_PACKAGES, timings: { node: AT_ONCE } }
    const server = await startServer(t, quick)
    await createKeyset(server, [relay.url], { threshold: 3, totalMembers: 3 })
    const { pubkey, ...given } = await handOut(server, 2, 'Laptop')
    await startDevice(t, given, [relay.url], { hashing: QUICK_PACKAGES })
    await until(async () => (await overviewOf(server)).devices[0]?.state === 'online')
    expect(await prove(server, pubkey)).toMatchObject({
      ...{ status: 503, body: { error: request.proofAlone(1), code: 'NODE_UNAVAILABLE' } },
    })
    const { testSignatures } = server.context.keysets.first
    expect(testSignatures.failureOf(xOnly(pubkey))).toBeUndefined()
  })

  test('keeps no failure of a device that is no longer in the group', async (t) => {
    const relay = await startRelayFor(t)
    const [former, keyset] = [newPair(), newPair()]
    const server = await startServer(t, { timings: { node: NOBODY_THERE } })
    for (const { group, ...credentials } of [former, keyset]) {
      await server.post('/api/env', firstShare({ group, ...credentials }, [relay.url]))
      await until(async () => (await prove(server, group.commits[1]?.pubkey)).status === 502)
    }
    const kept = server.context.keysets.first.kept.sealed.get('failed-proofs') ?? ''
    expect(Object.keys(JSON.parse(kept))).toEqual([xOnly(keyset.group.commits[1]?.pubkey ?? '')])
  })

  test('is for administrators alone, and is never answered later (202)', async (t) => {
    const relay = await startRelayFor(t)
    const environment = { ...CLOSED, ...firstShare(newPair(), [relay.url]) }
    const server = await startServer(t, { environment })
    const keys = makeKeys(server)
    for (const key of [keys.read, keys.sign, keys.approve]) {
      expect((await server.post('/api/proof', {}, byKey(key))).status).toBe(403)
    }
    const huge = { pubkey: 'x'.repeat(2_000_000) }
    expect((await server.post('/api/proof', huge, byKey(keys.admin))).status).toBe(413)
    expect(Object.keys(routes.proof.answers)).not.toContain('202')
  })
})
