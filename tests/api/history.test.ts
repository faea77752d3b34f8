import { expect, test } from 'vitest'
import { type HistoryAnswer, historyAnswer } from '#contract/history.ts'
import type { AuditPage } from '#contract/operations.ts'
import { xOnly } from '#nostr/x-only.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const HASH = 'ab'.repeat(32)

const historyOf = async (server: ApiServer): Promise<HistoryAnswer> =>
  fitting(historyAnswer, (await server.get('/api/history')).body)

test('What was signed, with whom, how fast and who was there is known after a restart', async (t) => {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  const options = {
    dataDir: temporaryFolder(t),
    environment: firstShare(keyset, [relay.url]),
  }
  const server = await startServer(t, options)
  const [, member] = keyset.group.commits
  const share = keyset.shareCredentials[1] ?? ''
  await startPeerFor(t, { group: keyset.groupCredential, share, relays: [relay.url] })
  await server.status(({ nodeActive }) => nodeActive)
  const sign = async () => (await server.post('/api/sign', { message: HASH })).status === 200
  await until(sign)
  const peerIn = ({ devices }: HistoryAnswer) =>
    devices.find(({ pubkey }) => pubkey === member?.pubkey)
  await until(async () => peerIn(await historyOf(server))?.online === true)

  const before = await historyOf(server)
  const today = before.days.at(-1)
  expect(today?.count).toBe(1)
  expect(today?.by).toEqual([{ caller: { door: 'owner', id: expect.any(String) }, count: 1 }])
  expect(before.answers.at(-1)).toMatchObject({ count: 1, medianMs: expect.any(Number) })
  expect(before.lastProven).toEqual({ at: expect.any(String), pubkey: member?.pubkey })
  expect(peerIn(before)).toMatchObject({
    ...{ online: true, since: expect.any(String), lastProvenAt: before.lastProven?.at },
  })
  expect(before.relays).toMatchObject([{ url: relay.url, heard: true }])

  await server.stop()
  await relay.stop()
  const after = await historyOf(await startServer(t, options))

  // The last day may be over by now.
  expect(after.days.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(after.answers.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(after.lastProven).toEqual(before.lastProven)
  const peer = peerIn(after)
  expect(peer).toMatchObject({
    ...{ online: null, since: null, lastProvenAt: before.lastProven?.at },
  })
  const [heard] = after.relays
  for (const shares of [peer?.lastDay, peer?.lastMonth, heard?.lastDay, heard?.lastMonth]) {
    expect(Math.max(...(shares ?? []).map((share) => share ?? 0))).toBeGreaterThan(0)
  }
})

test('A signature is recorded with whom it was made and how long that took', async (t) => {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  const server = await startServer(t, { environment: firstShare(keyset, [relay.url]) })
  const share = keyset.shareCredentials[1] ?? ''
  await startPeerFor(t, { group: keyset.groupCredential, share, relays: [relay.url] })
  await server.status(({ nodeActive }) => nodeActive)
  await until(async () => (await server.post('/api/sign', { message: HASH })).status === 200)

  const { body } = await server.get('/api/audit?about=activity&limit=10')
  const { entries } = body as AuditPage
  const [, member] = keyset.group.commits
  expect(
    entries.find(({ action, outcome }) => action === 'sign' && outcome === 'ok'),
  ).toMatchObject({
    detail: { took: expect.any(Number), peers: [xOnly(member?.pubkey ?? '')] },
  })
})
