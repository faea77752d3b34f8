import { request } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { type Failure, STOPPED_BY_OWNER } from '../failure.ts'
import { chooseCosigners } from '../peers/choose-cosigners.ts'
import { allows, isV1Blocked, type Operation, type PeerEntry } from '../peers/peers.ts'

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
  /**
   * Sends the same request again to those that have not answered.
   *
   * @param isFor whether one of them gets it
   */
  resend(isFor: (peer: PeerEntry) => boolean): void
  cancel(): void
}

/** What is known of peers whose app asks a person before it answers. */
export interface Persons {
  /** Whether a peer may do so: each further attempt with it, before it has answered, would be one more question. */
  mayBeAsked(peer: PeerEntry): boolean
  /** Whether the person at a silent one is asked, as far as one can tell: it was heard since we asked it. */
  isAsked: (peer: PeerEntry) => boolean
  /** How long an answer is waited for in all, if nothing but a person is missing. Milliseconds. */
  timeout: number
  /** The others' time is over, and these are still waited for. */
  onWaiting(peers: readonly PeerEntry[]): void
  /** Aborts when no person is waited for any longer. */
  leaving: AbortSignal
}

export interface HedgedRequest<T> {
  peers: readonly PeerEntry[]
  /** The generation to ask them in. */
  generation: ProtocolName
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
  untrusted: ReadonlySet<string>
  isBusy?: ((peer: PeerEntry) => boolean) | undefined
  /** Without it, no peer's person is waited for. */
  persons?: Persons | undefined
  /** Ends it. */
  signal: AbortSignal
  random: () => number
}

export type HedgedOutcome<T> = { ok: true; value: T } | Failure

/**
 * Asks a set of peers and, when one of them stays silent or answers wrongly, another set as well,
 * all within one time-out; the first complete answer wins. Where nothing but a person's answer is missing
 * by then, that is waited for, while whoever comes back is asked as well. Never rejects.
 */
export function askHedged<T>(options: HedgedRequest<T>): Promise<HedgedOutcome<T>> {
  const { peers, generation, operation, need, timeout, hedgeAfter, launch, onSilent } = options
  const { untrusted, isBusy, persons, signal, random } = options
  const excluded = new Set<string>()
  const silent = new Set<string>()
  const doubted = new Map<string, Promise<void>>()
  /** Those that were not heard since they were doubted. */
  const away = new Set<string>()
  /** Those that may not have got what they were sent. */
  const unsure = new Set<PeerEntry>()
  const tried = new Map<string, readonly PeerEntry[]>()
  const beganAt = performance.now()
  const running = new Set<Attempt<T>>()

  return new Promise((resolve) => {
    let hedgeTimer: NodeJS.Timeout | undefined
    let finished = false
    /** All other peers have been silent, too. */
    let exhausted = false
    /** A person has said no: whatever else is missing, that is why, and it is not tried again. */
    let declined: Failure | null = null
    let deadline = setTimeout(() => wait(), timeout)
    let returns: NodeJS.Timeout | undefined

    const finish = (outcome: HedgedOutcome<T>) => {
      finished = true
      clearTimeout(deadline)
      clearTimeout(hedgeTimer)
      clearInterval(returns)
      signal.removeEventListener('abort', stop)
      persons?.leaving.removeEventListener('abort', leave)
      for (const attempt of running) attempt.cancel()
      resolve(outcome.ok ? outcome : (declined ?? outcome))
    }

    const stop = () => {
      declined = null
      finish(STOPPED_BY_OWNER)
    }
    const leave = () => finish({ ok: false, reason: request.stopped, code: 'stopped' })

    /** Ends it, or goes on for the persons that are asked in an attempt in which all others have answered. */
    const wait = () => {
      const waitedFor = [...running]
        .map((attempt) => attempt.silent())
        .find((left) => left.length > 0 && left.every((peer) => persons?.isAsked(peer)))
      if (persons === undefined || waitedFor === undefined) {
        finish({ ok: false, reason: request.timeout(timeout), code: 'timeout' })
        return
      }
      clearTimeout(hedgeTimer)
      sendOnceMore()
      persons.onWaiting(waitedFor)
      persons.leaving.addEventListener('abort', leave)
      if (persons.leaving.aborted) return leave()
      const reason = request.personSilent(shortNames(waitedFor), persons.timeout / 1_000)
      const giveUp = () => finish({ ok: false, reason, code: 'unanswered' })
      deadline = setTimeout(giveUp, Math.max(0, persons.timeout - timeout))
      const gone = new Set(peers.filter(({ status }) => status !== 'online'))
      returns = setInterval(() => {
        const back = [...gone].filter(({ status }) => status === 'online')
        for (const peer of back) {
          gone.delete(peer)
          forgive(peer)
        }
        if (back.length > 0) start()
      }, timeout)
    }

    /**
     * To those that may not have got it and were heard since, whose persons are to be asked: the same request, so
     * that nobody is asked twice if it has arrived the first time.
     */
    const sendOnceMore = () => {
      const heard = [...unsure].filter((peer) => persons?.isAsked(peer))
      for (const attempt of running) attempt.resend((peer) => heard.includes(peer))
      for (const peer of heard) unsure.delete(peer)
    }

    /** Those whose persons are asked in an attempt that may still succeed. */
    const withPersons = (): PeerEntry[] =>
      [...running]
        .map((attempt) => attempt.silent())
        .filter((left) => !left.some(({ xonly }) => away.has(xonly)))
        .flatMap((left) => left.filter((peer) => persons?.mayBeAsked(peer)))

    /** Starts an attempt with the best set not tried yet; false when there is none. */
    const start = (): boolean => {
      const spared = withPersons().map(({ xonly }) => xonly)
      const exceptions = { excluded: new Set([...excluded, ...spared]), silent, untrusted }
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
      const { reason, code, unready = [] } = outcome
      if (code === 'declined') declined = { ok: false, reason, code }
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
          if (doubted.has(peer.xonly) && !persons?.isAsked(peer)) {
            away.add(peer.xonly)
            unsure.add(peer)
          }
          silent.add(peer.xonly)
          onSilent(peer)
          void doubt(peer)
        }
        sendOnceMore()
        if (start() || !running.has(attempt) || returns !== undefined) return
        if (generation === '1.x') endDeaf()
        const [left] = running.has(attempt) ? [attempt] : running
        if (finished || left === undefined) return
        exhausted = true
        left.resend((peer) => !persons?.mayBeAsked(peer))
        armHedge(left, delay)
      }, delay)
    }

    /** Ends the attempts in 1.x with somebody who was heard in 2026 since, and answers nothing in 1.x any more. */
    const endDeaf = () => {
      const left = [...running].filter((attempt) => attempt.silent().some(isV1Blocked))
      for (const attempt of left) {
        running.delete(attempt)
        attempt.cancel()
      }
      if (left.length === 0 || running.size > 0) return
      const took = Math.round(performance.now() - beganAt)
      finish({ ok: false, reason: request.timeout(took), code: 'timeout' })
    }

    const doubt = (peer: PeerEntry): Promise<void> => {
      const looked = doubted.get(peer.xonly) ?? look(peer)
      doubted.set(peer.xonly, looked)
      return looked
    }

    const look = async (peer: PeerEntry) => {
      const isBack = await options.isBack?.(peer)
      if (finished) return
      if (isBack) {
        forgive(peer)
        if (exhausted) start()
      } else sendOnceMore()
    }

    /** It may be asked in another attempt, as if it had not been silent. */
    const forgive = (peer: PeerEntry) => {
      silent.delete(peer.xonly)
      away.delete(peer.xonly)
      for (const [key, peers] of tried) if (peers.includes(peer)) tried.delete(key)
    }

    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else if (!start()) {
      const have = peers.filter(({ policy }) => allows(policy, `send.${operation}`)).length
      finish({ ok: false, reason: request.noCosigner(need, have) })
    }
  })
}

const shortNames = (peers: readonly PeerEntry[]): string =>
  peers.map(({ pubkey }) => pubkey.slice(0, 8)).join(', ')

/** How long a genuine node on a phone needs for its part of a session, apart from transport. */
const ANSWER_TIME = 400
/** How long it needs for each further hash. */
const TIME_PER_HASH = 20
const MAX_DELAY = 1_200

/**
 * How long peers get before others are asked as well, from their measured latency: long enough that
 * a slow phone's work is not duplicated, short enough that an absent peer costs little.
 * Milliseconds.
 *
 * @param backlog what they have to do first, this request included, as far as that is known. Milliseconds
 */
export function hedgeDelay(peers: readonly PeerEntry[], hashes: number, backlog = 0): number {
  const slowest = Math.max(0, ...peers.map((peer) => peer.latency ?? 0))
  const work = Math.max(TIME_PER_HASH * (hashes - 1), backlog)
  return Math.min(MAX_DELAY, ANSWER_TIME + 4 * slowest) + work
}
