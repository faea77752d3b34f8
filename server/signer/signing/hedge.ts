import { request } from '#contract/codes.ts'
import type { Failure as Why } from '#contract/message.ts'
import { type Failure, type FailureCode, STOPPED, STOPPED_BY_OWNER } from '../failure.ts'
import { type CosignerChoice, chooseCosigners } from '../peers/choose-cosigners.ts'
import { allows, isV1Blocked, type PeerEntry } from '../peers/peers.ts'

export type AttemptOutcome<T> =
  | { ok: true; value: T }
  /**
   * `culprits` answered wrongly and are not asked again. `unready` are treated like silent peers; with `isLost`,
   * their apps have restarted and lost the request.
   */
  | (Failure & { culprits: PeerEntry[]; unready?: PeerEntry[]; isLost?: boolean })

/** The outcome of an attempt that failed; `culprits` as in `AttemptOutcome`. */
export const attemptFailed = (
  why: Why,
  { code, culprits = [] }: { code?: FailureCode | undefined; culprits?: PeerEntry[] } = {},
) => ({ ok: false as const, why, code, culprits })

export const ATTEMPT_STOPPED = attemptFailed(request.stopped, { code: 'stopped' })

/** One request to one set of peers. */
export interface Attempt<T> {
  /** Resolves with the result, or with the first failure. Never rejects. */
  readonly done: Promise<AttemptOutcome<T>>
  /** The peers that have not answered yet. */
  silent(): PeerEntry[]
  /** Sends the same request again to silent peers for which `isFor` is true. */
  resend(isFor: (peer: PeerEntry) => boolean): void
  cancel(): void
}

/** Peers whose app asks a person before it answers. */
export interface Persons {
  /** Whether a peer's app may ask a person. Each attempt with such a peer is one more question there. */
  mayBeAsked(peer: PeerEntry): boolean
  /** Whether the person at a silent peer is probably being asked: the peer was heard since our request. */
  isAsked: (peer: PeerEntry) => boolean
  /** How long to wait in all if only people's answers are missing. Milliseconds. */
  timeout: number
  /** The normal time-out has passed, and we still wait for these. */
  onWaiting(peers: readonly PeerEntry[]): void
  /** Aborts when we stop waiting for people. */
  leaving: AbortSignal
}

export interface HedgedRequest<T> extends Omit<CosignerChoice, 'excluded' | 'silent'> {
  /** The total time-out, in milliseconds. */
  timeout: number
  /** How long these peers have before others are asked as well, in milliseconds. */
  hedgeAfter(peers: readonly PeerEntry[]): number
  launch(peers: readonly PeerEntry[]): Attempt<T>
  onSilent(peer: PeerEntry): void
  /**
   * Called once for each silent peer, and whenever one has lost a request: whether it is online and may answer a
   * new attempt.
   */
  isBack?(peer: PeerEntry): Promise<boolean>
  /** Without it, no person is waited for beyond the time-out. */
  persons?: Persons | undefined
  /** Ends the request when it aborts. */
  signal: AbortSignal
}

export type HedgedOutcome<T> = { ok: true; value: T } | Failure

/**
 * Asks a set of peers. When one of them is silent or answers wrongly, asks another set as well. The first
 * complete set of answers wins. If only people's answers are missing at the time-out, waits for those, and
 * meanwhile also asks peers that come back online. With nobody to ask, one attempt decides. Never rejects.
 */
export function askHedged<T>(options: HedgedRequest<T>): Promise<HedgedOutcome<T>> {
  const { peers, protocol, operation, need, timeout, hedgeAfter, launch, onSilent } = options
  const { untrusted, isBusy, persons, signal, random } = options
  if (need === 0) return launch([]).done
  const excluded = new Set<string>()
  const silent = new Set<string>()
  /** Checks of silent peers, by x-only key. */
  const checks = new Map<string, Promise<void>>()
  /** Peers that were not heard since they were checked. */
  const away = new Set<string>()
  /** Peers that may not have received the request. */
  const unsure = new Set<PeerEntry>()
  /** The sets asked so far, by their indices. */
  const tried = new Map<string, readonly PeerEntry[]>()
  const beganAt = performance.now()
  const running = new Set<Attempt<T>>()

  return new Promise((resolve) => {
    let hedgeTimer: NodeJS.Timeout | undefined
    let finished = false
    /** No further set is left to ask. */
    let exhausted = false
    /** A person has declined: reported as the reason, whatever else fails. */
    let declined: Failure | null = null
    let deadline = setTimeout(() => waitForPersons(), timeout)
    let returnTimer: NodeJS.Timeout | undefined

    const finish = (outcome: HedgedOutcome<T>) => {
      finished = true
      clearTimeout(deadline)
      clearTimeout(hedgeTimer)
      clearInterval(returnTimer)
      signal.removeEventListener('abort', stop)
      persons?.leaving.removeEventListener('abort', leave)
      for (const attempt of running) attempt.cancel()
      resolve(outcome.ok ? outcome : (declined ?? outcome))
    }

    const stop = () => {
      declined = null
      finish(STOPPED_BY_OWNER)
    }
    const leave = () => finish(STOPPED)

    /** Times out, unless there is an attempt in which only people have not answered yet. */
    const waitForPersons = () => {
      const waitedFor = [...running]
        .map((attempt) => attempt.silent())
        .find((left) => left.length > 0 && left.every((peer) => persons?.isAsked(peer)))
      if (persons === undefined || waitedFor === undefined) {
        finish({ ok: false, why: request.timeout(timeout), code: 'timeout' })
        return
      }
      clearTimeout(hedgeTimer)
      resendToHeard()
      persons.onWaiting(waitedFor)
      persons.leaving.addEventListener('abort', leave)
      if (persons.leaving.aborted) return leave()
      const why = request.personSilent(shortNames(waitedFor), persons.timeout / 1_000)
      const giveUp = () => finish({ ok: false, why, code: 'unanswered' })
      deadline = setTimeout(giveUp, Math.max(0, persons.timeout - timeout))
      const notOnline = () => peers.filter(({ status }) => status !== 'online')
      let gone = notOnline()
      returnTimer = setInterval(() => {
        const back = gone.filter(({ status }) => status === 'online')
        gone = notOnline()
        for (const peer of back) forgive(peer)
        if (back.length === 0) return
        // An app that was away may have restarted.
        resendToPersons(back)
        start()
      }, timeout)
    }

    /** Sends the same request again to peers with people that were heard since, and may have missed it. */
    const resendToHeard = () => {
      const heard = [...unsure].filter((peer) => persons?.isAsked(peer))
      resendToPersons(heard)
      for (const peer of heard) unsure.delete(peer)
    }

    /** If the request had arrived and was not lost, its repetition asks nobody twice. */
    const resendToPersons = (some: readonly PeerEntry[]) => {
      for (const attempt of running) {
        attempt.resend((peer) => some.includes(peer) && persons?.mayBeAsked(peer) === true)
      }
    }

    /** Peers whose people are asked in an attempt that may still succeed. */
    const withPersons = (): PeerEntry[] =>
      [...running]
        .map((attempt) => attempt.silent())
        .filter((left) => !left.some(({ xonly }) => away.has(xonly)))
        .flatMap((left) => left.filter((peer) => persons?.mayBeAsked(peer)))

    /** Starts an attempt with the best set that was not tried yet; false when there is none. */
    const start = (): boolean => {
      const asked = withPersons().map(({ xonly }) => xonly)
      const chosen = chooseCosigners({
        ...{ peers, protocol, operation, need, silent, untrusted, isBusy, random },
        excluded: new Set([...excluded, ...asked]),
      })
      if (chosen === null) return false
      const key = chosen
        .map((peer) => peer.idx)
        .sort()
        .join()
      if (tried.has(key)) return false
      tried.set(key, chosen)
      for (const peer of chosen) if (peer.status !== 'online') unsure.add(peer)
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
      const { why, code, unready = [], isLost = false } = outcome
      if (code === 'declined') declined = { ok: false, why, code }
      for (const peer of unready) {
        silent.add(peer.xonly)
        // An earlier check said that its person is asked.
        if (isLost) checks.delete(peer.xonly)
      }
      const checked = unready.map(check)
      const goOn = () => {
        if (!finished && !start() && running.size === 0) finish({ ok: false, why, code })
      }
      if (unready.length === 0) return goOn()
      // Other peers are asked without waiting for the check.
      if (start() || running.size > 0) return
      clearTimeout(hedgeTimer)
      void Promise.all(checked).then(() => {
        if (running.size > 0) return
        if (isLost) for (const peer of unready) forgive(peer)
        goOn()
      })
    }

    const armHedge = (attempt: Attempt<T>, delay: number) => {
      clearTimeout(hedgeTimer)
      hedgeTimer = setTimeout(() => {
        for (const peer of attempt.silent()) {
          if (checks.has(peer.xonly) && !persons?.isAsked(peer)) {
            away.add(peer.xonly)
            unsure.add(peer)
          }
          silent.add(peer.xonly)
          onSilent(peer)
          void check(peer)
        }
        resendToHeard()
        if (start() || !running.has(attempt) || returnTimer !== undefined) return
        if (protocol === '1.x') endBlocked()
        const [left] = running.has(attempt) ? [attempt] : running
        if (finished || left === undefined) return
        exhausted = true
        left.resend((peer) => !persons?.mayBeAsked(peer))
        armHedge(left, delay)
      }, delay)
    }

    /** Ends attempts in 1.x with a peer that was heard in 2026 since: it no longer answers in 1.x. */
    const endBlocked = () => {
      const left = [...running].filter((attempt) => attempt.silent().some(isV1Blocked))
      for (const attempt of left) {
        running.delete(attempt)
        attempt.cancel()
      }
      if (left.length === 0 || running.size > 0) return
      const took = Math.round(performance.now() - beganAt)
      finish({ ok: false, why: request.timeout(took), code: 'timeout' })
    }

    const check = (peer: PeerEntry): Promise<void> => {
      const known = checks.get(peer.xonly) ?? checkOnce(peer)
      checks.set(peer.xonly, known)
      return known
    }

    const checkOnce = async (peer: PeerEntry) => {
      const isBack = await options.isBack?.(peer)
      if (finished) return
      if (isBack) {
        forgive(peer)
        if (exhausted || returnTimer !== undefined) start()
      } else resendToHeard()
    }

    /** The peer may be asked again, as if it had not been silent. */
    const forgive = (peer: PeerEntry) => {
      silent.delete(peer.xonly)
      away.delete(peer.xonly)
      for (const [key, peers] of tried) if (peers.includes(peer)) tried.delete(key)
    }

    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else if (!start()) {
      const have = peers.filter(({ policy }) => allows(policy, `send.${operation}`)).length
      finish({ ok: false, why: request.noCosigner(need, have) })
    }
  })
}

const shortNames = (peers: readonly PeerEntry[]): string =>
  peers.map(({ pubkey }) => pubkey.slice(0, 8)).join(', ')

/** How long a phone needs for its part of a session, without transport. Milliseconds. */
const ANSWER_TIME = 400
/** How long it needs for each further hash. Milliseconds. */
const TIME_PER_HASH = 20
const MAX_DELAY = 1_200

/**
 * How long peers have before others are asked as well, in milliseconds. From their latency: long enough for
 * a slow phone, short enough that an absent peer costs little.
 *
 * @param backlog how long they need for their open requests and this one, where known. Milliseconds
 */
export function hedgeDelay(peers: readonly PeerEntry[], hashes: number, backlog = 0): number {
  const slowest = Math.max(0, ...peers.map((peer) => peer.latency ?? 0))
  const work = Math.max(TIME_PER_HASH * (hashes - 1), backlog)
  return Math.min(MAX_DELAY, ANSWER_TIME + 4 * slowest) + work
}
