import { setTimeout as delay } from 'node:timers/promises'
import { apps as texts } from '#contract/app-messages.ts'
import { policyOutcome } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { KeyRequest } from '#signer/use/request.ts'
import { type Answers, answerBytes, type Recipient } from './answers.ts'
import type { Arrival } from './inbox.ts'
import type { KeyRequests } from './key-requests.ts'
import { CLOCK_WARNING_INTERVAL, LOGOUT_WAIT, SKEW_MAX } from './limits.ts'
import {
  type Answer,
  type AppRequest,
  type CipherName,
  failure,
  type ReadMessage,
  type RequestId,
  readMessage,
  type SharedKey,
  success,
} from './message.ts'
import { type ParsedRequest, parseRequest } from './methods.ts'
import type { Pairing } from './pairing.ts'
import type { RegisteredApp } from './registry.ts'
import type { RequestLog } from './request-log.ts'

/** A message, opened, and whom to answer. */
interface Opened extends Arrival {
  to: Recipient
  cipher: CipherName
}

export interface RequestHandlerOptions {
  pairing: Pairing
  keyRequests: KeyRequests
  requestLog: RequestLog
  answers: Pick<Answers, 'send' | 'tooLarge'>
  /** The group's x-only key; null while there is none. */
  groupKey(): string | null
  /** What an app's key and a client's key say to each other; null: the client's is none. */
  sharedKeyOf(app: RegisteredApp, client: string): SharedKey | null
  /** The apps that the same key answers, with it among them. */
  sharersOf(app: RegisteredApp): readonly RegisteredApp[]
  /** The owner has stopped everything. */
  isStopped(): boolean
  /** Aborted once nothing may leave for this client of an app any more. */
  signalOf(app: string, client: string): AbortSignal
  /** The same; aborted by the stop, too. */
  resultSignalOf(app: string, client: string): AbortSignal
  /** The app as it is now; undefined: it is gone. */
  current(app: string): RegisteredApp | undefined
  /** Its time is over, or nobody has used it for too long. */
  isExpired(app: RegisteredApp): boolean
  /** Its client is told of other relays than those it has been on. */
  onRelaysAnnounced(app: RegisteredApp): void
  /** A client's message was taken on. */
  onHeard(app: RegisteredApp, how: { cipher: CipherName; relay: string | undefined }): void
  onError(error: unknown): void
  /** Whether our clock is the one that is wrong. */
  ownClock: Pick<ClockWitnesses, 'aheadBy'>
  /** Unix milliseconds. */
  now: () => number
}

/** What is done with what apps ask for: one answer to each request of a paired app, none to anyone else. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions
  /** When each app was last told that its clock is off. */
  readonly #clockWarnedAt = new Map<string, number>()

  constructor(options: RequestHandlerOptions) {
    this.#options = options
  }

  /** Takes a message on; never throws. */
  take(arrival: Arrival): void {
    const opened = this.#open(arrival)
    if (opened === null) return
    const [message, text] = opened
    if (arrival.isClient) this.#handleClient(message, text)
    else this.#handleStranger(message, text)
  }

  /** Goes on with a request that waited for the owner before a restart. */
  resume(arrival: Arrival, question: string): void {
    const [message, text] = this.#open(arrival) ?? []
    if (message === undefined || text === undefined) return
    const read = readMessage(text)
    if (read.kind !== 'request') return
    const parsed = this.#parseRequest(message, read.request)
    if (parsed.kind !== 'key') return
    const { keyRequests, requestLog } = this.#options
    if (keyRequests.isAsked(question)) {
      void this.#runKeyRequest(message, read.request.id, parsed.request)
      return
    }
    void this.#reply(message, read.request.id, failure(texts.restarted))
    requestLog.answered(message.event.id)
  }

  #open(arrival: Arrival): [Opened, string] | null {
    const { app, event } = arrival
    const sharedKey = this.#options.sharedKeyOf(app, event.pubkey)
    const opened = sharedKey?.decrypt(event.content) ?? null
    if (sharedKey === null || opened === null) return null
    const { signer, seckey, relays, formerRelays } = app
    const to = {
      ...{ signer, seckey, sharedKey, client: event.pubkey },
      relays: [...new Set([...relays, ...formerRelays])],
      signal: this.#options.resultSignalOf(app.id, event.pubkey),
    }
    return [{ ...arrival, to, cipher: opened.cipher }, opened.text]
  }

  /** Whoever is not paired is told nothing, unless it brings the secret of an open link. */
  #handleStranger(message: Opened, text: string): void {
    const read = readMessage(text)
    if (read.kind !== 'request') return
    const parsed = this.#parseRequest(message, read.request)
    if (parsed.kind !== 'connect') return
    const invited = this.#invitedBy(message, parsed.secret)
    const { event, app } = invited ?? message
    if (this.#options.signalOf(app.id, event.pubkey).aborted) return
    if (invited !== null && this.#isTimely(event)) {
      if (this.#options.isStopped()) {
        void this.#reply(invited, read.request.id, failure(policyOutcome.stopped))
        return
      }
      const answer = this.#pair(invited, parsed)
      void this.#reply(this.#asPaired(invited), read.request.id, answer)
    } else this.#options.pairing.noteWrongSecret(app)
  }

  /** A message of who is an app's client by now: what leaves for it leaves for as long as it is that. */
  #asPaired(message: Opened): Opened {
    const { to, app } = message
    return { ...message, to: { ...to, signal: this.#options.resultSignalOf(app.id, to.client) } }
  }

  /** A stranger's message, to the app whose open link has the secret; null: to none. */
  #invitedBy(message: Opened, secret: string): Opened | null {
    const { pairing, sharersOf } = this.#options
    const app = sharersOf(message.app).find((sharer) => pairing.fits(sharer, secret))
    if (app === undefined) return null
    return app.id === message.app.id ? message : (this.#open({ ...message, app })?.[0] ?? null)
  }

  #handleClient(message: Opened, text: string): void {
    const { app, event } = message
    const { requestLog } = this.#options
    if (this.#options.signalOf(app.id, event.pubkey).aborted) {
      // Nor is it done later, when it may be done again.
      if (!requestLog.has(event.id)) requestLog.take(event.id, app.id).catch(this.#options.onError)
      return
    }
    const read = readMessage(text)
    if (read.kind === 'nothing') return
    const id = read.kind === 'request' ? read.request.id : read.id
    const answer = requestLog.has(event.id)
      ? this.#answerToRepeated(event)
      : this.#answerTo(message, read)
    if (answer !== null) void this.#reply(message, id, answer)
  }

  /** To one that was taken on before: where a restart has cut it short, the client waits still. */
  #answerToRepeated({ id }: NostrEvent): Answer | null {
    const { requestLog } = this.#options
    if (!requestLog.wasCutShort(id)) return null
    requestLog.answered(id)
    return failure(texts.restarted)
  }

  /** Null: it is answered later, or not at all. */
  #answerTo(message: Opened, read: Exclude<ReadMessage, { kind: 'nothing' }>): Answer | null {
    const { app, event, cipher, relay } = message
    if (!this.#isTimely(event)) return this.#answerToUntimely(message)
    this.#options.onHeard(app, { cipher, relay })
    if (this.#options.isStopped()) return this.#answerStopped(message)
    if (cipher === 'nip04' && !app.answersNip04) return failure(texts.nip04Off)
    if (read.kind === 'invalid') return failure(read.error)
    const parsed = this.#parseRequest(message, read.request)
    // It may have been invited anew, also when its time is over.
    if (parsed.kind === 'connect' && this.#options.pairing.fits(app, parsed.secret)) {
      return this.#pair(message, parsed)
    }
    if (this.#options.isExpired(app)) return failure(texts.expired)
    return this.#carryOut(message, read.request.id, parsed)
  }

  /** It is not done later either, when it may be done again. */
  #answerStopped({ app, event }: Opened): Answer {
    const { requestLog, onError } = this.#options
    requestLog.take(event.id, app.id).then(() => requestLog.answered(event.id), onError)
    return failure(policyOutcome.stopped)
  }

  #carryOut(message: Opened, id: RequestId, parsed: ParsedRequest): Answer | null {
    const { app } = message
    switch (parsed.kind) {
      case 'answer':
        return parsed.answer
      case 'connect':
        // Whatever secret it sends: clients repeat the spent one at every start.
        this.#kept(() => this.#options.pairing.again(app, parsed.metadata))
        return success('ack')
      case 'relays': {
        const isMoving = app.formerRelays.length > 0
        if (isMoving) this.#options.onRelaysAnnounced(app)
        return success(isMoving ? JSON.stringify(app.relays) : 'null')
      }
      case 'logout':
        void this.#logOut(message, id)
        return null
      case 'key':
        void this.#acceptKeyRequest(message, id, parsed.request)
        return null
    }
  }

  #pair({ app, event }: Opened, { metadata }: { metadata: string }): Answer {
    const isPaired = this.#kept(() => this.#options.pairing.pair(app, event.pubkey, metadata))
    return isPaired ? success('ack') : failure(texts.unkept)
  }

  /** It is told before it is gone: nothing is listened to for it then. */
  async #logOut(message: Opened, id: RequestId): Promise<void> {
    const { app, event } = message
    const told = this.#reply(message, id, success('ack'))
    // One from before the pairing is a replay.
    if (event.created_at < Math.floor((app.pairedAt ?? 0) / 1000)) return
    await Promise.race([told, delay(LOGOUT_WAIT)])
    this.#kept(() => this.#options.pairing.signOut(app.id, event.pubkey))
  }

  /** Nothing is done that a restart could do again. */
  async #acceptKeyRequest(message: Opened, id: RequestId, request: KeyRequest): Promise<void> {
    const { app, event } = message
    try {
      await this.#options.requestLog.take(event.id, app.id)
    } catch (error) {
      this.#options.onError(error)
      void this.#reply(message, id, failure(texts.unkept))
      return
    }
    await this.#runKeyRequest(message, id, request)
  }

  async #runKeyRequest(message: Opened, id: RequestId, request: KeyRequest): Promise<void> {
    const { app, event, cipher, to } = message
    const { keyRequests, requestLog, answers } = this.#options
    const onAnswer = (answer: Answer) => void this.#reply(message, id, answer)
    // The key is not used for what could not be sent.
    const problem = await answers.tooLarge(to, answerBytes(id, request, cipher))
    const answer =
      problem === null ? await keyRequests.use(app, event, request, { onAnswer }) : failure(problem)
    requestLog.answered(event.id)
    onAnswer(this.#isOver(message) ? failure(texts.expired) : answer)
  }

  /** Its time may be over since it asked. */
  #isOver({ app: { id } }: Opened): boolean {
    const app = this.#options.current(id)
    return app !== undefined && this.#options.isExpired(app)
  }

  #parseRequest({ app, event }: Opened, request: AppRequest): ParsedRequest {
    return parseRequest(request, {
      caller: { door: 'app', id: app.id },
      client: event.pubkey,
      groupKey: this.#options.groupKey(),
      seconds: Math.floor(this.#options.now() / 1000),
    })
  }

  #reply(message: Opened, id: RequestId, answer: Answer): Promise<boolean> {
    const { app, cipher, event, relay, isClient } = message
    // One that was the app's client when it asked, and is not any more, is a stranger.
    const isLost = isClient && this.#options.current(app.id)?.client !== event.pubkey
    if (isLost) return Promise.resolve(false)
    // What went wrong is no result: it is told while everything is stopped, too.
    const isResult = answer.error === undefined
    const signal = isResult ? message.to.signal : this.#options.signalOf(app.id, event.pubkey)
    const to = { ...message.to, signal }
    return this.#options.answers.send(to, { id, answer, cipher, askedAt: event.created_at, relay })
  }

  #isTimely({ created_at }: NostrEvent): boolean {
    return Math.abs(created_at * 1000 - this.#options.now()) <= SKEW_MAX
  }

  /** Now and then: it may be a replay. */
  #answerToUntimely({ app, event }: Opened): Answer | null {
    const now = steadyNow()
    if (now - (this.#clockWarnedAt.get(app.id) ?? 0) < CLOCK_WARNING_INTERVAL) return null
    this.#clockWarnedAt.set(app.id, now)
    const off = event.created_at * 1000 - this.#options.now()
    const minutes = Math.round(Math.abs(off) / 60_000)
    const isOurs = Math.abs(off + this.#options.ownClock.aheadBy) <= SKEW_MAX
    return failure(isOurs ? texts.clockOffHere(minutes, off < 0) : texts.clockOff(minutes, off > 0))
  }

  /** False: it could not be written down. */
  #kept(write: () => void): boolean {
    try {
      write()
      return true
    } catch (error) {
      this.#options.onError(error)
      return false
    }
  }
}
