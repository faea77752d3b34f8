import type { GenerationName } from '../contract/generations.ts'
import { request } from '../contract/messages.ts'
import { chooseCosigners } from './cosigners.ts'
import type { Failure } from './failure.ts'
import { allows, isKeptFrom1x, type Operation, type PeerEntry } from './peers.ts'
import { STOPPED_BY_OWNER } from './stopping.ts'

export type AttemptOutcome<T> =
  | { ok: true; value: T }
  /**
   * `culprits` answered wrongly and are not asked again; `unready` may answer a new attempt, and
   * are treated as if they had been silent.
   */
  | (Failure & { culprits: PeerEntry[]; unready?: PeerEntry[] })

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
  /** The generation to ask them in. */
  generation: GenerationName
  /** The operation to ask for. */
  operation: Operation
  /** How many peers must answer. */
  need: number
  /** The total time allowed, in milliseconds. */
  timeout: number
  /** Milliseconds that these peers get before others are asked. */
  hedgeAfter(peers: readonly PeerEntry[]): number
  launch(peers: readonly PeerEntry[]): Attempt<T>
  onSilent(peer: PeerEntry): void
  /**
   * Called once for each silent peer: whether it is there, and may answer a new attempt after not
   * answering the last one.
   */
  isBack?(peer: PeerEntry): Promise<boolean>
  distrusted: ReadonlySet<string>
  isBusy?(peer: PeerEntry): boolean
  /** Ends it. */
  signal: AbortSignal
  random: () => number
}

export type HedgedOutcome<T> = { ok: true; value: T } | Failure

/**
 * Asks a set of peers and, when one of them stays silent or answers wrongly, another set as well,
 * all within one time-out; the first complete answer wins. Never rejects.
 */
export function askHedged<T>(options: HedgedRequest<T>): Promise<HedgedOutcome<T>> {
  const { peers, generation, operation, need, timeout, hedgeAfter, launch, onSilent } = options
  const { distrusted, isBusy, signal, random } = options
  const excluded = new Set<string>()
  const silent = new Set<string>()
  const doubted = new Map<string, Promise<void>>()
  const tried = new Map<string, readonly PeerEntry[]>()
  const beganAt = performance.now()
  const running = new Set<Attempt<T>>()

  return new Promise((resolve) => {
    let hedgeTimer: NodeJS.Timeout | undefined
    let finished = false
    /** All other peers have been silent, too. */
    let exhausted = false
    const deadline = setTimeout(
      () => finish({ ok: false, reason: request.timeout(timeout), code: 'timeout' }),
      timeout,
    )

    const finish = (outcome: HedgedOutcome<T>) => {
      finished = true
      clearTimeout(deadline)
      clearTimeout(hedgeTimer)
      signal.removeEventListener('abort', stop)
      for (const attempt of running) attempt.cancel()
      resolve(outcome)
    }

    const stop = () => finish(STOPPED_BY_OWNER)

    /** Starts an attempt with the best set not tried yet; false when there is none. */
    const start = (): boolean => {
      const exceptions = { excluded, silent, distrusted }
      const chosen = chooseCosigners({
        peers,
        generation,
        operation,
        need,
        ...exceptions,
        isBusy,
        random,
      })
      if (chosen === null) return false
      const key = chosen
        .map((peer) => peer.idx)
        .sort()
        .join()
      if (tried.has(key)) return false
      tried.set(key, chosen)
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
      const { reason, code, unready = [] } = outcome
      for (const peer of unready) silent.add(peer.xonly)
      const looked = unready.map(doubt)
      const goOn = () => {
        if (!finished && !start() && running.size === 0) finish({ ok: false, reason, code })
      }
      if (unready.length === 0) return goOn()
      // The other peers need not wait for it.
      if (start() || running.size > 0) return
      clearTimeout(hedgeTimer)
      void Promise.all(looked).then(() => {
        if (running.size === 0) goOn()
      })
    }

    const armHedge = (attempt: Attempt<T>, delay: number) => {
      clearTimeout(hedgeTimer)
      hedgeTimer = setTimeout(() => {
        for (const peer of attempt.silent()) {
          silent.add(peer.xonly)
          onSilent(peer)
          void doubt(peer)
        }
        if (start() || !running.has(attempt)) return
        if (generation === '1.x' && attempt.silent().some(isKeptFrom1x)) return leave(attempt)
        exhausted = true
        attempt.resend()
        armHedge(attempt, delay)
      }, delay)
    }

    /** Somebody asked in 1.x has been heard in 2026 since, and answers nothing in 1.x any more. */
    const leave = (attempt: Attempt<T>) => {
      running.delete(attempt)
      attempt.cancel()
      if (running.size > 0) return
      const took = Math.round(performance.now() - beganAt)
      finish({ ok: false, reason: request.timeout(took), code: 'timeout' })
    }

    const doubt = (peer: PeerEntry): Promise<void> => {
      const looked = doubted.get(peer.xonly) ?? look(peer)
      doubted.set(peer.xonly, looked)
      return looked
    }

    const look = async (peer: PeerEntry) => {
      if (!(await options.isBack?.(peer)) || finished) return
      silent.delete(peer.xonly)
      for (const [key, peers] of tried) if (peers.includes(peer)) tried.delete(key)
      if (exhausted) start()
    }

    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else if (!start()) {
      const have = peers.filter(({ policy }) => allows(policy, `send.${operation}`)).length
      finish({ ok: false, reason: request.noCosigner(need, have) })
    }
  })
}
