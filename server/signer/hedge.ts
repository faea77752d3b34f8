import type { GenerationName } from '../contract/generations.ts'
import { request } from '../contract/messages.ts'
import { chooseCosigners } from './cosigners.ts'
import type { Failure } from './failure.ts'
import type { PeerEntry } from './peers.ts'

export type AttemptOutcome<T> =
  | { ok: true; value: T }
  /** `culprits` have answered wrongly and are not asked again. */
  | (Failure & { culprits: PeerEntry[] })

/** One request to one set of peers. */
export interface Attempt<T> {
  readonly done: Promise<AttemptOutcome<T>>
  /** Those that have not answered yet. */
  silent(): PeerEntry[]
  /** Sends the same request again to those that have not answered. */
  resend(): void
  cancel(): void
}

export interface HedgedRequest<T> {
  peers: readonly PeerEntry[]
  /** In which they are asked. */
  generation: GenerationName
  /** How many peers must answer. */
  need: number
  /** Milliseconds for everything. */
  timeout: number
  /** Milliseconds that these peers get before others are asked. */
  hedgeAfter(peers: readonly PeerEntry[]): number
  launch(peers: readonly PeerEntry[]): Attempt<T>
  onSilent(peer: PeerEntry): void
  distrusted: ReadonlySet<string>
  random: () => number
}

export type HedgedOutcome<T> = { ok: true; value: T } | Failure

/**
 * Asks a set of peers, and when one of them stays silent or answers wrongly another set beside it,
 * all within one time-out; the first complete answer wins. Never rejects.
 */
export function askHedged<T>(options: HedgedRequest<T>): Promise<HedgedOutcome<T>> {
  const { peers, generation, need, timeout, hedgeAfter, launch, onSilent, distrusted, random } =
    options
  const excluded = new Set<string>()
  const silent = new Set<string>()
  const tried = new Set<string>()
  const running = new Set<Attempt<T>>()

  return new Promise((resolve) => {
    let hedgeTimer: NodeJS.Timeout | undefined
    let finished = false
    const deadline = setTimeout(
      () => finish({ ok: false, reason: request.timeout(timeout), code: 'timeout' }),
      timeout,
    )

    const finish = (outcome: HedgedOutcome<T>) => {
      finished = true
      clearTimeout(deadline)
      clearTimeout(hedgeTimer)
      for (const attempt of running) attempt.cancel()
      resolve(outcome)
    }

    /** Starts an attempt with the best set that was not tried yet; false when there is none. */
    const start = (): boolean => {
      const exceptions = { excluded, silent, distrusted }
      const chosen = chooseCosigners({ peers, generation, need, ...exceptions, random })
      if (chosen === null) return false
      const key = chosen
        .map((peer) => peer.idx)
        .sort()
        .join()
      if (tried.has(key)) return false
      tried.add(key)
      const attempt = launch(chosen)
      running.add(attempt)
      void attempt.done.then((outcome) => settle(attempt, outcome))
      armHedge(attempt, hedgeAfter(chosen))
      return true
    }

    const settle = (attempt: Attempt<T>, outcome: AttemptOutcome<T>) => {
      running.delete(attempt)
      if (finished) return
      if (outcome.ok) {
        finish(outcome)
        return
      }
      for (const culprit of outcome.culprits) excluded.add(culprit.xonly)
      const { reason, code } = outcome
      if (!start() && running.size === 0) finish({ ok: false, reason, code })
    }

    const armHedge = (attempt: Attempt<T>, delay: number) => {
      clearTimeout(hedgeTimer)
      hedgeTimer = setTimeout(() => {
        for (const peer of attempt.silent()) {
          silent.add(peer.xonly)
          onSilent(peer)
        }
        if (start() || !running.has(attempt)) return
        attempt.resend()
        armHedge(attempt, delay)
      }, delay)
    }

    if (!start()) {
      const have = peers.filter((peer) => peer.policy.allowSend).length
      finish({ ok: false, reason: request.noCosigner(need, have) })
    }
  })
}
