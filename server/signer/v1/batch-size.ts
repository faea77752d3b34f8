import { request } from '#contract/messages.ts'
import { MAX_HASHES } from '#protocol/limits.ts'
import { type Failure, STOPPED_BY_OWNER } from '../failure.ts'
import { chooseCosigners } from '../peers/choose-cosigners.ts'
import type { Operation, PeerEntry } from '../peers/peers.ts'
import type { V1Context } from './context.ts'

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Asks peers once they can take something more: what they could not answer in time is not asked for yet,
 * and has all of its time once it is. Never rejects unless `ask` does.
 *
 * @param ask is given how many hashes may be asked for, and must ask before it waits for anything
 */
export async function withRoom<T>(
  context: V1Context,
  { operation, signal }: { operation: Operation; signal: AbortSignal },
  ask: (room: number) => Promise<T>,
): Promise<T | Failure> {
  const { pending, peers, requestTimeout } = context
  for (;;) {
    if (signal.aborted) return STOPPED_BY_OWNER
    if (pending.isStopped) return { ok: false, reason: request.stopped, code: 'stopped' }
    const room = roomNow(context, operation)
    if (room > 0) return ask(room)
    // By then, what they have to do now is answered or given up.
    await peers.changes.next(requestTimeout)
  }
}

/** Whether a peer can't take so many hashes more. */
export const isBusy =
  ({ loads }: V1Context, hashes: number) =>
  ({ xonly }: PeerEntry): boolean =>
    loads.room(xonly) < hashes

/** How long the slowest of these peers needs for what it has to do, as far as that is known. Milliseconds. */
export const backlogOf = ({ loads }: V1Context, peers: readonly PeerEntry[]): number =>
  Math.max(0, ...peers.map(({ xonly }) => loads.backlog(xonly)))

/** How many hashes the peers that would be asked can take. With nobody to ask, nobody is waited for. */
function roomNow(context: V1Context, operation: Operation): number {
  const { group, peers, loads, untrusted, random } = context
  const chosen = chooseCosigners({
    ...{ peers: peers.all, need: group.threshold - 1, protocol: '1.x', operation },
    ...{ excluded: NOBODY, silent: NOBODY, untrusted: untrusted.peers },
    isBusy: isBusy(context, 1),
    random,
  })
  return Math.min(MAX_HASHES, ...(chosen ?? []).map(({ xonly }) => loads.room(xonly)))
}
