import { apps as texts } from '#contract/app-messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import type { GroupKey } from '#signer/use/key.ts'
import type { Patience } from '#signer/use/patience.ts'
import type { Ciphered, KeyRequest, Outcome, Signed } from '#signer/use/request.ts'
import { AUTH_URL_AFTER, CONCURRENT_MAX, RETRY_FOR } from './limits.ts'
import { type Answer, authUrl, failure, success } from './message.ts'
import type { RegisteredApp } from './registry.ts'
import type { RequestLog } from './request-log.ts'

type Result = Outcome<Signed | Ciphered>

interface Telling {
  onAnswer(answer: Answer): void
}

/** A use of the key that an app asks for, and the message it came in. */
interface AppUse {
  app: RegisteredApp
  event: NostrEvent
  request: KeyRequest
  telling: Telling
}

export interface KeyRequestsOptions {
  key: Pick<GroupKey, 'carryOut'>
  requestLog: Pick<RequestLog, 'hold'>
  /** Whether a question is still open. */
  isAsked(question: string): boolean
  /** Told of what was done: `sign:1`, `nip44.decrypt`. */
  used(app: string, use: string): void
  /** How many share holders are offline; null: enough are there. */
  absent(): { offline: number; all: number; need: number } | null
  /** Where questions are answered; null: that is not known. */
  console(): string | null
  /** There is room for another request. */
  onCapacity(): void
  onError(error: unknown): void
}

/** What apps do with the group's key. */
export class KeyRequests {
  readonly #options: KeyRequestsOptions
  /** How many of each app are being done. */
  readonly #underWay = new Map<string, number>()
  /** What is under way, by what is asked for. */
  readonly #same = new Map<string, Promise<Result>>()

  constructor(options: KeyRequestsOptions) {
    this.#options = options
  }

  /** Whether another request of this app can be begun. Those that wait for the owner don't count. */
  hasCapacity(app: string): boolean {
    return (this.#underWay.get(app) ?? 0) < CONCURRENT_MAX
  }

  isAsked(question: string): boolean {
    return this.#options.isAsked(question)
  }

  /**
   * Uses the key as the judge allows it, and tries again while share holders are missing. What is asked
   * again while it is under way, under another id, is done once. Never rejects.
   *
   * @param telling `onAnswer`: told what the client is told in between
   */
  async use(
    app: RegisteredApp,
    event: NostrEvent,
    request: KeyRequest,
    telling: Telling,
  ): Promise<Answer> {
    const name = JSON.stringify(request)
    try {
      const underWay = this.#same.get(name) ?? this.#begin(name, { app, event, request, telling })
      return this.#answerTo(await underWay)
    } catch (error) {
      this.#options.onError(error)
      return failure(texts.failed)
    }
  }

  #begin(name: string, asked: AppUse): Promise<Result> {
    const result = this.#doOnce(asked).finally(() => this.#same.delete(name))
    this.#same.set(name, result)
    return result
  }

  async #doOnce({ app, event, request, telling }: AppUse): Promise<Result> {
    const leave = this.#enter(app.id)
    const isOver = new AbortController()
    let isHeld = false
    try {
      const outcome = await this.#carryOut(request, {
        openFor: app.openFor,
        waitFor: null,
        tryFor: RETRY_FOR,
        onQuestion: ({ id: question }) => {
          leave()
          isHeld = true
          this.#hold(event.id, { event: JSON.stringify(event), question })
          if (app.sendsAuthUrl) this.#sendAuthUrlLater(telling.onAnswer, isOver.signal)
        },
        onAllowed: () => {
          if (isHeld) this.#hold(event.id, null)
        },
      })
      if (outcome.ok) this.#options.used(app.id, nameOfUse(request))
      return outcome
    } finally {
      isOver.abort()
      leave()
    }
  }

  #carryOut(request: KeyRequest, patience: Patience): Promise<Result> {
    const { key } = this.#options
    return request.operation === 'sign'
      ? key.carryOut(request, patience)
      : key.carryOut(request, patience)
  }

  #answerTo(outcome: Result): Answer {
    if (outcome.ok) {
      const { value } = outcome
      return success('result' in value ? value.result : JSON.stringify(value.signedEvent))
    }
    const isRefused = outcome.by !== undefined || REASONS.has(outcome.code)
    const absent = isRefused ? null : this.#options.absent()
    if (absent === null) return failure(outcome.error)
    return failure(texts.tooFew(absent.offline, absent.all, absent.need))
  }

  /** Once, where the owner has not answered at once: clients take a second one for a failure. */
  #sendAuthUrlLater(onAnswer: (answer: Answer) => void, over: AbortSignal): void {
    const url = this.#options.console()
    if (url === null) return
    const timer = setTimeout(() => onAnswer(authUrl(url)), AUTH_URL_AFTER)
    over.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  /** @returns to be called when it is done, or waits for the owner; more often does no harm */
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
    const count = (this.#underWay.get(app) ?? 0) + change
    if (count === 0) this.#underWay.delete(app)
    else this.#underWay.set(app, count)
  }

  #hold(id: string, held: Parameters<RequestLog['hold']>[1]): void {
    try {
      this.#options.requestLog.hold(id, held)
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** What no share holder's absence is the reason of. */
const REASONS: ReadonlySet<SignFailureCode> = new Set([
  'BAD_REQUEST',
  'PEER_DECLINED',
  'PEER_UNANSWERED',
])

const nameOfUse = (request: KeyRequest): string =>
  request.operation === 'sign' && 'event' in request
    ? `sign:${request.event.kind}`
    : request.operation
