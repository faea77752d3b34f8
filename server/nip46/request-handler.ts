import { setTimeout as delay } from 'node:timers/promises'
import { appRefusal as texts } from '#contract/app-messages.ts'
import { policyOutcome } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
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
  success,
} from './message.ts'
import { type AppKeyUse, type ParsedRequest, parseRequest } from './methods.ts'
import type { Pairing } from './pairing.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import type { RequestLog } from './request-log.ts'
import type { AppSessions } from './sessions.ts'

/** A decrypted message, and where its answer goes. */
interface Opened extends Arrival {
  to: Recipient
  cipher: CipherName
}

/** How a client's message was received. */
export interface Heard {
  cipher: CipherName
  relay: string | undefined
}

export interface RequestHandlerOptions {
  registry: Pick<Registry, 'get' | 'bySigner'>
  sessions: Pick<AppSessions, 'signalOf' | 'resultSignalOf' | 'answerKeyOf'>
  pairing: Pairing
  keyRequests: KeyRequests
  requestLog: RequestLog
  answers: Pick<Answers, 'send' | 'tooLarge'>
  stop: Pick<Stop, 'isStopped'>
  approvals: Pick<Policy['approvals'], 'get'>
  /** The keyset's x-only public key; null while there is none. */
  groupKey(): string | null
  /** The app's time is over, or nobody has used it for too long. */
  isExpired(app: RegisteredApp): boolean
  /** An app's client is sent its new relays. */
  onRelaysAnnounced(app: RegisteredApp): void
  /** A client's message was accepted. */
  onHeard(app: RegisteredApp, heard: Heard): void
  onError(error: unknown): void
  /** Whether our own clock is wrong. */
  ownClock: Pick<ClockWitnesses, 'aheadBy'>
  /** Unix milliseconds. */
  now: () => number
}

/** Handles requests of apps: each request of a paired app gets one answer, anybody else gets none. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions
  /** When each app was last answered that its clock is off. */
  readonly #clockWarnedAt = new Map<string, number>()

  constructor(options: RequestHandlerOptions) {
    this.#options = options
  }

  /** Handles a message; never throws. */
  handle(arrival: Arrival): void {
    const opened = this.#open(arrival)
    if (opened === null) return
    const [message, text] = opened
    if (arrival.isClient) this.#handleClient(message, text)
    else this.#handleStranger(message, text)
  }

  /** Resumes a request that waited for the owner before a restart. */
  resume(arrival: Arrival, question: string): void {
    const [message, text] = this.#open(arrival) ?? []
    if (message === undefined || text === undefined) return
    const read = readMessage(text)
    if (read.kind !== 'request') return
    const parsed = this.#parseRequest(message, read.request)
    if (parsed.kind !== 'key') return
    const { approvals, requestLog } = this.#options
    if (approvals.get(question) !== undefined) {
      void this.#runKeyRequest(message, read.request.id, parsed.request)
      return
    }
    void this.#reply(message, read.request.id, failure(texts.restarted))
    requestLog.answered(message.event.id)
  }

  #open(arrival: Arrival): [Opened, string] | null {
    const { app, event } = arrival
    const key = this.#options.sessions.answerKeyOf(app, event.pubkey)
    const opened = key?.decrypt(event.content) ?? null
    if (key === null || opened === null) return null
    const { relays, formerRelays } = app
    const to = {
      ...{ key, client: event.pubkey },
      relays: [...new Set([...relays, ...formerRelays])],
      signal: this.#options.sessions.resultSignalOf(app.id, event.pubkey),
    }
    return [{ ...arrival, to, cipher: opened.cipher }, opened.text]
  }

  /** A client that is not paired is answered only if it has the secret of an open link. */
  #handleStranger(message: Opened, text: string): void {
    const read = readMessage(text)
    if (read.kind !== 'request') return
    const parsed = this.#parseRequest(message, read.request)
    if (parsed.kind !== 'connect') return
    const invited = this.#invitedBy(message, parsed.secret)
    const { event, app } = invited ?? message
    if (this.#options.sessions.signalOf(app.id, event.pubkey).aborted) return
    if (invited !== null && this.#isTimely(event)) {
      if (this.#options.stop.isStopped) {
        void this.#reply(invited, read.request.id, failure(policyOutcome.stopped))
        return
      }
      const answer = this.#pair(invited, parsed)
      void this.#reply(this.#asPaired(invited), read.request.id, answer)
    } else this.#options.pairing.noteWrongSecret(app)
  }

  /** The message of a client that was paired just now: it is answered only while the client stays paired. */
  #asPaired(message: Opened): Opened {
    const { to, app } = message
    return {
      ...message,
      to: { ...to, signal: this.#options.sessions.resultSignalOf(app.id, to.client) },
    }
  }

  /** A stranger's message, for the app whose open link has this secret; null: there is none. */
  #invitedBy(message: Opened, secret: string): Opened | null {
    const { pairing, registry } = this.#options
    const sharers = registry.bySigner(message.app.signer)
    const app = sharers.find((sharer) => pairing.fits(sharer, secret))
    if (app === undefined) return null
    return app.id === message.app.id ? message : (this.#open({ ...message, app })?.[0] ?? null)
  }

  #handleClient(message: Opened, text: string): void {
    const { app, event } = message
    const { requestLog } = this.#options
    if (this.#options.sessions.signalOf(app.id, event.pubkey).aborted) {
      // Recorded, so that it is not carried out later, when the app is no longer blocked.
      if (!requestLog.has(event.id)) requestLog.take(event.id, app.id).catch(this.#options.onError)
      return
    }
    const read = readMessage(text)
    if (read.kind === 'ignored') return
    const id = read.kind === 'request' ? read.request.id : read.id
    const answer = requestLog.has(event.id)
      ? this.#answerToRepeated(event)
      : this.#answerTo(message, read)
    if (answer !== null) void this.#reply(message, id, answer)
  }

  /** Null, unless a restart has interrupted the request: then the client still waits. */
  #answerToRepeated({ id }: NostrEvent): Answer | null {
    const { requestLog } = this.#options
    if (!requestLog.wasCutShort(id)) return null
    requestLog.answered(id)
    return failure(texts.restarted)
  }

  /** The answer to a new message. Null: it is sent later, or there is none. */
  #answerTo(message: Opened, read: Exclude<ReadMessage, { kind: 'ignored' }>): Answer | null {
    const { app, event, cipher, relay } = message
    if (!this.#isTimely(event)) return this.#answerToUntimely(message)
    this.#options.onHeard(app, { cipher, relay })
    if (this.#options.stop.isStopped) return this.#answerStopped(message)
    if (cipher === 'nip04' && !app.answersNip04) return failure(texts.nip04Off)
    if (read.kind === 'invalid') return failure(read.error)
    const parsed = this.#parseRequest(message, read.request)
    // An app may be invited again, also after it expired.
    if (parsed.kind === 'connect' && this.#options.pairing.fits(app, parsed.secret)) {
      return this.#pair(message, parsed)
    }
    if (this.#options.isExpired(app)) return failure(texts.expired)
    return this.#carryOut(message, read.request.id, parsed)
  }

  /** The request is not carried out later either, once the stop is lifted. */
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
        // Whatever the secret: clients repeat the used one at every start.
        this.#persist(() => this.#options.pairing.reconnected(app, parsed.metadata))
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
    const isPaired = this.#persist(() => this.#options.pairing.pair(app, event.pubkey, metadata))
    return isPaired ? success('ack') : failure(texts.notPersisted)
  }

  /** Answers before it signs the client out: afterwards nothing is sent to the client. */
  async #logOut(message: Opened, id: RequestId): Promise<void> {
    const { app, event } = message
    const answered = this.#reply(message, id, success('ack'))
    // A logout from before the pairing is a replay.
    if (event.created_at < Math.floor((app.pairedAt ?? 0) / 1000)) return
    await Promise.race([answered, delay(LOGOUT_WAIT)])
    this.#persist(() => this.#options.pairing.signOut(app.id, event.pubkey))
  }

  /** Writes the request to the log first, so that a restart does not repeat it. */
  async #acceptKeyRequest(message: Opened, id: RequestId, request: AppKeyUse): Promise<void> {
    const { app, event } = message
    try {
      await this.#options.requestLog.take(event.id, app.id)
    } catch (error) {
      this.#options.onError(error)
      void this.#reply(message, id, failure(texts.notPersisted))
      return
    }
    await this.#runKeyRequest(message, id, request)
  }

  async #runKeyRequest(message: Opened, id: RequestId, request: AppKeyUse): Promise<void> {
    const { app, event, cipher, to } = message
    const { keyRequests, requestLog, answers } = this.#options
    const reply = (answer: Answer) => void this.#reply(message, id, answer)
    // The key is not used for a result that could not be sent.
    const problem = await answers.tooLarge(to, answerBytes(id, request, cipher))
    const answer =
      problem === null
        ? await keyRequests.carryOut({ app, event, request, onInterim: reply })
        : failure(problem)
    requestLog.answered(event.id)
    reply(this.#isExpiredNow(message) ? failure(texts.expired) : answer)
  }

  /** The app may have expired since the request. */
  #isExpiredNow({ app: { id } }: Opened): boolean {
    const app = this.#options.registry.get(id)
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
    // Another client may have been paired since the request.
    const isLost = isClient && this.#options.registry.get(app.id)?.client !== event.pubkey
    if (isLost) return Promise.resolve(false)
    // An error is no result: it is sent while everything is stopped, too.
    const isResult = answer.error === undefined
    const signal = isResult
      ? message.to.signal
      : this.#options.sessions.signalOf(app.id, event.pubkey)
    const to = { ...message.to, signal }
    return this.#options.answers.send(to, { id, answer, cipher, askedAt: event.created_at, relay })
  }

  #isTimely({ created_at }: NostrEvent): boolean {
    return Math.abs(created_at * 1000 - this.#options.now()) <= SKEW_MAX
  }

  /** Null most of the time: the message may be a replay. */
  #answerToUntimely({ app, event }: Opened): Answer | null {
    const now = steadyNow()
    if (now - (this.#clockWarnedAt.get(app.id) ?? 0) < CLOCK_WARNING_INTERVAL) return null
    this.#clockWarnedAt.set(app.id, now)
    const off = event.created_at * 1000 - this.#options.now()
    const minutes = Math.round(Math.abs(off) / 60_000)
    const isOurs = Math.abs(off + this.#options.ownClock.aheadBy) <= SKEW_MAX
    return failure(isOurs ? texts.clockOffHere(minutes, off < 0) : texts.clockOff(minutes, off > 0))
  }

  /** False: it could not be stored. */
  #persist(write: () => void): boolean {
    try {
      write()
      return true
    } catch (error) {
      this.#options.onError(error)
      return false
    }
  }
}
