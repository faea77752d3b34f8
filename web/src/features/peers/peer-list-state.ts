import type { PeersAnswer } from '../../../../server/contract/peers.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'

/** What the place of the list shows. */
export type PeerListState =
  | { at: 'loading' }
  /** `problem`: why the newest reading failed; the rows are of the one before. */
  | { at: 'list'; answer: PeersAnswer; detecting: boolean; problem: string | null }
  | { at: 'empty'; reason: string | null }
  | { at: 'failed'; title: string; reason: string }

export interface PeerListParts {
  peers: { data: PeersAnswer | undefined; error: Error | null }
  self: { error: Error | null }
  /** The sweep that begins the watching is under way. */
  sweeping: boolean
}

export function peerListState({ peers, self, sweeping }: PeerListParts): PeerListState {
  const { data, error } = peers
  if (data === undefined) {
    if (error !== null) return { at: 'failed', title: texts.failed, reason: error.message }
    if (self.error === null) return { at: 'loading' }
    return { at: 'failed', title: texts.initializeFailed, reason: self.error.message }
  }
  if (data.peers.length === 0) return { at: 'empty', reason: data.reason ?? null }
  const problem = error ?? self.error
  return { at: 'list', answer: data, detecting: sweeping, problem: problem?.message ?? null }
}

/** Whether there is a signer that could find peers; null while that is not known. */
export const canWatch = (status: StatusAnswer | undefined): boolean | null =>
  status === undefined ? null : status.hasCredentials && status.state !== 'stopped'
