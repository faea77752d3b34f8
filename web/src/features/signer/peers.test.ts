import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import type { PeerFrame } from '#contract/events.ts'
import type { PeersAnswer } from '#contract/peers.ts'
import { unknownPeer } from '#tests/support/peer-row.ts'
import { until } from '#tests/support/until.ts'
import { SHOWN_KEYSET } from '../../lib/query-client.ts'
import { applyPeerFrame, peersQuery } from './peers.ts'

const KEYS = Array.from({ length: 15 }, (_, n) => `02${(n + 1).toString(16).padStart(64, '0')}`)
const AT = '2026-03-01T12:00:00.000Z'

const answer: PeersAnswer = {
  peers: KEYS.map(unknownPeer),
  total: 15,
  online: 0,
  mode: 'full',
  monitoring: true,
  summary: { onlinePeers: [], offlinePeers: [], totalPeers: 15, onlineCount: 0 },
}

/** A cache whose list is shown; counts how often it is read. */
async function watch() {
  const queries = new QueryClient()
  const state = { reads: 0 }
  const observer = new QueryObserver(queries, {
    ...peersQuery,
    queryFn: async () => {
      state.reads += 1
      return answer
    },
  })
  const stop = observer.subscribe(() => {})
  onTestFinished(() => {
    stop()
    queries.clear()
  })
  await until(() => state.reads === 1)
  return { queries, state, list: () => queries.getQueryData(peersQuery.queryKey) }
}

const frame = (pubkey = '', online = true, keyset = SHOWN_KEYSET): PeerFrame => ({
  type: 'peer-status-internal',
  keyset,
  message: '',
  timestamp: AT,
  id: 1,
  data: {
    pubkey,
    status: { pubkey, online, ...(online ? { lastSeen: AT } : { lastPingAttempt: AT }) },
    eventType: 'message',
  },
})

it('shows a peer online at once, and when it was seen', async () => {
  const { queries, list } = await watch()
  applyPeerFrame(queries, frame(KEYS[3]))
  expect(list()).toMatchObject({ online: 1 })
  expect(list()?.peers[3]).toMatchObject({ status: 'online', online: true, lastSeen: AT })
  expect(list()?.peers[2]).toMatchObject({ status: 'unknown', online: false })
})

it('recognises a peer by its key with another prefix, or with none', async () => {
  const { queries, list } = await watch()
  applyPeerFrame(queries, frame(KEYS[0]?.slice(2)))
  applyPeerFrame(queries, frame(`03${KEYS[1]?.slice(2)}`))
  expect(list()?.online).toBe(2)
})

it('shows a peer offline, and when it was last tried', async () => {
  const { queries, list } = await watch()
  applyPeerFrame(queries, frame(KEYS[0]))
  applyPeerFrame(queries, frame(KEYS[0], false))
  expect(list()?.peers[0]).toMatchObject({ online: false, lastPingAttempt: AT })
})

it('reads the list once for all the frames of a second', async () => {
  const { queries, state } = await watch()
  for (let n = 0; n < 10; n += 1) for (const key of KEYS) applyPeerFrame(queries, frame(key))
  await until(() => state.reads > 1)
  expect(state.reads).toBe(2)
})

it.for(['peer-status-internal', 'peer-ping-internal'] as const)(
  'reads the list again if a first answer may be older than a frame: %s',
  async (type) => {
    const queries = new QueryClient()
    const first = Promise.withResolvers<PeersAnswer>()
    let reads = 0
    const queryFn = () => {
      reads += 1
      return first.promise
    }
    const stop = new QueryObserver(queries, { ...peersQuery, queryFn }).subscribe(() => {})
    onTestFinished(() => {
      stop()
      queries.clear()
    })
    applyPeerFrame(queries, { ...frame(KEYS[0]), type } as PeerFrame)
    await until(() => queries.getQueryState(peersQuery.queryKey)?.isInvalidated === true)
    first.resolve(answer)
    await until(() => queries.isFetching() === 0)
    expect(reads).toBe(2)
  },
)

it('leaves the list alone when the peer is of another keyset', async () => {
  const { queries, list } = await watch()
  applyPeerFrame(queries, frame(KEYS[0], true, SHOWN_KEYSET + 1))
  expect(list()).toBe(answer)
})

it('leaves a cache without a list as it is', () => {
  const queries = new QueryClient()
  onTestFinished(() => queries.clear())
  applyPeerFrame(queries, frame(KEYS[0]))
  expect(queries.getQueryData(peersQuery.queryKey)).toBeUndefined()
})
