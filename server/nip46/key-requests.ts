import { appRefusal as texts } from '#contract/app-messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import type { GroupKey } from '#signer/use/key.ts'
import type { Ciphered, Outcome, Signed } from '#signer/use/request.ts'
import { AUTH_URL_AFTER, CONCURRENT_MAX, RETRY_FOR } from './limits.ts'
import { type Answer, authUrl, failure, success } from './message.ts'
import type { AppKeyUse } from './methods.ts'
import type { RegisteredApp } from './registry.ts'
import type { RequestLog } from './request-log.ts'

type Result = Outcome<Signed | Ciphered>

export interface AppKeyRequest {
  app: RegisteredApp
  /** The message it came in. */
  event: NostrEvent
  request: AppKeyUse
  /** Sends the client an answer before the result. */
  onInterim(answer: Answer): void
}

export interface KeyRequestsOptions {
  key: Pick<GroupKey, 'carryOut'>
  requestLog: Pick<RequestLog, 'hold'>
  /** @param use `sign:1`, `nip44.decrypt` */
  onUsed(app: string, use: string): void
  /** How many devices are offline when too few are there to sign; null: enough are there. */
  absent(): { offline: number; all: number; need: number } | null
  /** The console's address; null: not known. */
  console(): string | null
  /** Another request can begin. */
  onCapacity(): void
  onError(error: unknown): void
}

/** Carries out apps' requests for a use of the key. */
export class KeyRequests {
  readonly #options: KeyRequestsOptions
  /** How many are under way, by app. */
  readonly #counts = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<Result>>()

  constructor(options: KeyRequestsOptions) {
    this.#options = options
  }

  /** Whether another request of this app can begin. Those that wait for the owner don't count. */
  hasCapacity(app: string): boolean {
    return (this.#counts.get(app) ?? 0) < CONCURRENT_MAX
  }

  /**
   * Uses the key as far as the policy allows, and retries while too few devices answer. The same request
   * under another id, while it is under way, is done once. Never rejects.
   */
  async carryOut(asked: AppKeyRequest): Promise<Answer> {
    const name = JSON.stringify(asked.request)
    try {
      const underWay = this.#underWay.get(name) ?? this.#begin(name, asked)
      return this.#answerTo(await underWay)
    } catch (error) {
      this.#options.onError(error)
      return failure(texts.failed)
    }
  }

  #begin(name: string, asked: AppKeyRequest): Promise<Result> {
    const result = this.#runOnce(asked).finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, result)
    return result
  }

  async #runOnce({ app, event, request, onInterim }: AppKeyRequest): Promise<Result> {
    const { key, onUsed } = this.#options
    const leave = this.#enter(app.id)
    const isOver = new AbortController()
    let isHeld = false
    const wait = {
      openFor: app.openFor,
      waitFor: null,
      tryFor: RETRY_FOR,
      onQuestion: ({ id: question }: { id: string }) => {
        leave()
        isHeld = true
        this.#hold(event.id, { event: JSON.stringify(event), question })
        if (app.sendsAuthUrl) this.#sendAuthUrlLater(onInterim, isOver.signal)
      },
      onAllowed: () => {
        if (isHeld) this.#hold(event.id, null)
      },
    }
    try {
      const outcome = await key.carryOut(request, wait)
      if (outcome.ok) onUsed(app.id, nameOfUse(request))
      return outcome
    } finally {
      isOver.abort()
      leave()
    }
  }

  #answerTo(outcome: Result): Answer {
    if (outcome.ok) {
      const { value } = outcome
      return success('result' in value ? value.result : JSON.stringify(value.signedEvent))
    }
    const isDenied = outcome.by !== undefined || NOT_FOR_ABSENCE.has(outcome.code)
    const absent = isDenied ? null : this.#options.absent()
    if (absent === null) return failure(outcome.why.error)
    return failure(texts.tooFew(absent.offline, absent.all, absent.need))
  }

  /** Sends the console's address once, unless the request ends before: clients take a second one for a failure. */
  #sendAuthUrlLater(send: (answer: Answer) => void, over: AbortSignal): void {
    const url = this.#options.console()
    if (url === null) return
    const timer = setTimeout(() => send(authUrl(url)), AUTH_URL_AFTER)
    over.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  /** Counts a request. @returns ends that: call it when the request waits for the owner, and when it is done */
  #enter(app: string): () => void {
    this.#count(app, 1)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#count(app, -1)
      this.#options.onCapacity()
    }
  }

  #count(app: string, change: 1 | -1): void {
    const count = (this.#counts.get(app) ?? 0) + change
    if (count === 0) this.#counts.delete(app)
    else this.#counts.set(app, count)
  }

  #hold(id: string, held: Parameters<RequestLog['hold']>[1]): void {
    try {
      this.#options.requestLog.hold(id, held)
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** Failures that have nothing to do with devices being offline. */
const NOT_FOR_ABSENCE: ReadonlySet<SignFailureCode> = new Set([
  'BAD_REQUEST',
  'PEER_DECLINED',
  'PEER_UNANSWERED',
])

const nameOfUse = (request: AppKeyUse): string =>
  request.operation === 'sign' ? `sign:${request.event.kind}` : request.operation
