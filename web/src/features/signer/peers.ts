import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PeerFrame } from '#contract/events.ts'
import { PING_TIMEOUT } from '#contract/limits.ts'
import type {
  Peer,
  PeerPresence,
  PeersAnswer,
  PingAllAnswer,
  PingOneAnswer,
  SelfAnswer,
} from '#contract/peers.ts'
import { seenText } from '#contract/plain-text.ts'
import { isSameKey } from '#nostr/x-only.ts'
import { call, get, post } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { pollUnlessLive, readAgain, reasonOf, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { peers as peersTexts, home as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed, toastPartly } from '../../ui/toast.ts'
import { statusQuery } from '../home/get-status.ts'

/** The other devices. Forgotten as soon as no screen shows them. */
export const peersQuery = queryOptions({
  queryKey: ['peers', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<PeersAnswer>('/api/peers', signal),
  refetchInterval: pollUnlessLive,
  gcTime: 0,
})

/** Our own key, which changes only with the credentials; asked for until known. */
export const selfQuery = queryOptions({
  queryKey: ['self', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<SelfAnswer>('/api/peers/self', signal),
  refetchInterval: ({ state }) => (state.data === undefined ? STATUS_POLL : false),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** What a device is called here, or else its number in the group. */
export const deviceName = ({ name, member }: Pick<Peer, 'name' | 'member'>): string =>
  name === undefined ? texts.device(member) : seenText(name)

/** Changes one row of the known list, if any, before it is read again. */
function patchPeer(queries: QueryClient, pubkey: string, change: (peer: Peer) => Peer): void {
  queries.setQueryData(peersQuery.queryKey, (known) => {
    if (known === undefined) return undefined
    const peers = known.peers.map((peer) => (isSameKey(peer.pubkey, pubkey) ? change(peer) : peer))
    return { ...known, peers, online: peers.filter(({ online }) => online).length }
  })
}

/** Puts what the event stream says about a peer into the list at once. Reads the list again if it comes or goes. */
export function applyPeerFrame(queries: QueryClient, frame: PeerFrame): void {
  // The list shows one keyset's peers, and a member of another may have the same key.
  if (frame.keyset !== SHOWN_KEYSET) return
  const { pubkey, status } = frame.data
  // Its protocols or its app may have changed, which is not in the frame.
  let isNews = frame.type === 'peer-status-internal'
  patchPeer(queries, pubkey, (peer) => {
    isNews ||= peer.online !== status.online
    return changed(peer, status)
  })
  // An answer under way may be older than this.
  if (isNews || queries.isFetching({ queryKey: peersQuery.queryKey }) > 0) refreshPeers(queries)
}

/** Milliseconds. */
const REFETCH_GAP = 1_000

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Reads the list again, if it is shown: once for all that happens within a second, however many peers there are. */
export function refreshPeers(queries: QueryClient): void {
  if (waiting.has(queries)) return
  const timer = setTimeout(() => {
    waiting.delete(queries)
    void readAgain(queries, peersQuery)
  }, REFETCH_GAP)
  waiting.set(queries, timer)
}

/** The peer with its new state. Its key keeps the form that it has in the list. */
function changed(peer: Peer, { pubkey: _, ...presence }: PeerPresence): Peer {
  return { ...peer, ...presence, status: presence.online ? 'online' : 'offline' }
}

/** The answer comes only after waiting for peers that do not answer. Milliseconds. */
const TIMEOUT = PING_TIMEOUT + 10_000

const pingAll = (): Promise<PingAllAnswer> =>
  post('/api/peers/ping', { target: 'all' }, { timeout: TIMEOUT })

/** The first ping of all peers: once while the list is shown, retried until it succeeds. */
export const sweepQuery = queryOptions({
  queryKey: ['peers-sweep', SHOWN_KEYSET],
  queryFn: pingAll,
  refetchInterval: ({ state }) => (state.data === undefined ? STATUS_POLL : false),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Pings everyone, and reads the list again. */
export function usePingAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: pingAll,
    onSuccess: ({ results }) => {
      const answered = results.filter(({ success }) => success).length
      const text = peersTexts.allAnswered(answered, results.length)
      if (answered === results.length) toastDone(text)
      else if (answered > 0) toastPartly(text)
      else toastFailed(text)
    },
    onError: (error) => toastFailed(peersTexts.pingFailed(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

/** Pings one peer, and reads the list again. */
export function usePingPeer({ pubkey, name, member }: Pick<Peer, 'pubkey' | 'name' | 'member'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      post<PingOneAnswer>('/api/peers/ping', { target: pubkey }, { timeout: TIMEOUT }),
    onSuccess: ({ success, latency, error }) => {
      const peer = deviceName({ name, member })
      if (success) toastDone(peersTexts.answered(peer, Math.round(latency ?? 0)))
      else toastFailed(peersTexts.lost(peer), error)
    },
    onError: (error) => toastFailed(peersTexts.pingFailed(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

type Policy = Pick<Peer, 'allowSend' | 'allowReceive' | 'denied'>

interface PolicyChange {
  /** The change, made to the policy as the previous change left it. */
  change(policy: Policy): Partial<Policy>
  /** What to say once it is in force, which is at once. */
  message: string
  /** It undoes another change. */
  isUndo?: boolean
}

/**
 * Sets what a peer may do. Changes for one peer are sent one after the other, each based on the
 * previous result, because a call names the whole policy. The row shows what the server answers.
 *
 * @returns `chosen`: the policy with what was chosen last, also while that is being saved
 */
export function useSetPolicy(peer: Peer) {
  const queries = useQueryClient()
  const { pubkey } = peer
  const setPolicy = useMutation({
    scope: { id: `policy ${pubkey}` },
    mutationFn: async ({ change }: PolicyChange) => {
      const known = queries.getQueryData(peersQuery.queryKey)?.peers
      const { allowSend, allowReceive, denied } =
        known?.find((one) => one.pubkey === pubkey) ?? peer
      const before = { allowSend, allowReceive, denied }
      const changed = change(before)
      const body = { ...before, ...changed }
      const after = await call<Policy>('PUT', `/api/peers/${pubkey}/policy`, { body })
      const fields = Object.keys(changed) as (keyof Policy)[]
      return { after, undone: Object.fromEntries(fields.map((field) => [field, before[field]])) }
    },
    onSuccess: ({ undone, after: { allowSend, allowReceive, denied } }, { message, isUndo }) => {
      const policy = { send: allowSend, recv: allowReceive }
      const shown = { allowSend, allowReceive, denied, policy }
      patchPeer(queries, pubkey, (known) => ({ ...known, ...shown }))
      const undo = () =>
        setPolicy.mutate({
          change: () => undone,
          message: peersTexts.policyBack(deviceName(peer)),
          isUndo: true,
        })
      toastDone(message, isUndo ? undefined : undo)
    },
    onError: (error) => toastFailed(peersTexts.policyFailed, reasonOf(error)),
    // Not waited for: the answer that counts is here. A reading under way is restarted.
    onSettled: () => {
      for (const { queryKey } of [peersQuery, statusQuery]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  const chosen: Policy = setPolicy.isPending
    ? { ...peer, ...setPolicy.variables.change(peer) }
    : peer
  return { ...setPolicy, chosen }
}

/** Sets whether a peer that speaks 2026 is still asked and answered in 1.x; in force at once. */
export function useAllowV1({ pubkey }: Peer) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `generations ${pubkey}` },
    mutationFn: ({ allowed }: { allowed: boolean; message: string }) => {
      const body = { allowFirstGeneration: allowed }
      return call<Pick<Peer, 'firstGenerationAllowed'>>('PUT', `/api/peers/${pubkey}/generations`, {
        body,
      })
    },
    onSuccess: ({ firstGenerationAllowed }, { message }) => {
      patchPeer(queries, pubkey, (known) => ({ ...known, firstGenerationAllowed }))
      toastDone(message)
    },
    onError: (error) => toastFailed(peersTexts.policyFailed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}
