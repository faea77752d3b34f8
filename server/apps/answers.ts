import { setTimeout as delay } from 'node:timers/promises'
import { apps as texts } from '../contract/app-messages.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import { signEvent } from '../nostr/event.ts'
import type { Channel, CipherName } from './channel.ts'
import {
  ANSWER_FOR,
  EVENT_BYTES_COMMON,
  EVENT_BYTES_MAX,
  RESEND_BASE,
  RESEND_MAX,
} from './limits.ts'
import { type Answer, answerText, failure, type RequestId } from './message.ts'
import { APP_EVENT_KIND, type Transport } from './transport.ts'

/** Relays refuse messages of this kind that are older: strfry after 60 s. Seconds. */
const FRESH_FOR_S = 45

/** To whom something is sent, and by which key. */
export interface Addressee {
  signer: string
  seckey: string
  /** x-only, hex. */
  client: string
  channel: Channel
  relays: readonly string[]
  /** Once aborted, nothing leaves any more. */
  signal: AbortSignal
}

export interface Reply {
  id: RequestId
  answer: Answer
  /** The one it was asked in. */
  cipher: CipherName
  /** The request's time: an answer is never older. Seconds. */
  askedAt: number
  /** Where the request came from: there it must arrive. Undefined: anywhere. */
  relay?: string | undefined
}

export interface AnswersOptions {
  transport: Pick<Transport, 'publish'>
  /** Unix milliseconds. */
  now: () => number
}

/** Sends answers, and sends them again until a relay has taken them. */
export class Answers {
  readonly #options: AnswersOptions

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /**
   * Resolves when the relay that the request came from has taken the answer, or it is given up after two
   * minutes. Never rejects.
   *
   * @returns false: no relay took it
   */
  async send(to: Addressee, reply: Reply): Promise<boolean> {
    const event = this.#event(to, reply)
    const size = Buffer.byteLength(JSON.stringify(event))
    if (size <= EVENT_BYTES_COMMON) return this.#deliver(to, reply, event, ANSWER_FOR)
    if (size <= EVENT_BYTES_MAX && (await this.#deliver(to, reply, event, 0))) return true
    if (to.signal.aborted) return false
    const answer = failure(texts.tooLarge(size, EVENT_BYTES_COMMON))
    return this.send(to, { ...reply, answer })
  }

  /** @param patience for how long it is tried again, in milliseconds; 0: it is tried once */
  async #deliver(
    to: Addressee,
    reply: Reply,
    first: NostrEvent,
    patience: number,
  ): Promise<boolean> {
    const begun = performance.now()
    const accepted = new Set<string>()
    let event = first
    let mayHaveArrived = false
    for (let pause = RESEND_BASE; !to.signal.aborted; pause = Math.min(2 * pause, RESEND_MAX)) {
      const { isRefused, wasSent } = await this.#publish(to, event, reply.relay, accepted)
      mayHaveArrived ||= wasSent
      const isWanted = reply.relay !== undefined && to.relays.includes(reply.relay)
      if (isWanted ? accepted.has(reply.relay ?? '') : accepted.size > 0) return true
      if (performance.now() - begun + pause > patience) break
      await delay(pause, undefined, { signal: to.signal }).catch(() => {})
      // Where nobody said that it has not arrived, the same event again is the same answer.
      const isStale = this.#seconds() - event.created_at > FRESH_FOR_S && !mayHaveArrived
      if (!isStale && (!isRefused || accepted.size > 0)) continue
      event = this.#event(to, reply)
      mayHaveArrived = false
    }
    return accepted.size > 0
  }

  /**
   * Resolves once the relay that matters has taken it, or all have said what they have to.
   *
   * @returns whether a relay said that it does not take it, and whether one that said nothing may have
   */
  async #publish(
    { relays, signal }: Addressee,
    event: NostrEvent,
    relay: string | undefined,
    accepted: Set<string>,
  ): Promise<{ isRefused: boolean; wasSent: boolean }> {
    const missing = relays.filter((url) => !accepted.has(url))
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    let [isRefused, wasSent] = [false, false]
    const all = missing.map(async (url) => {
      const result = await this.#options.transport.publish(event, url, signal)
      if (!result.ok) {
        isRefused ||= result.failures.some(({ answered }) => answered)
        wasSent ||= result.failures.some((failure) => failure.wasSent)
        return
      }
      accepted.add(url)
      if (relay === undefined || url === relay) resolve()
    })
    await Promise.race([arrived, Promise.all(all)])
    return { isRefused, wasSent }
  }

  #event({ signer, seckey, client, channel }: Addressee, reply: Reply): NostrEvent {
    const template = {
      kind: APP_EVENT_KIND,
      created_at: Math.max(this.#seconds(), reply.askedAt),
      tags: [['p', client]],
      content: channel.seal(answerText(reply.id, reply.answer), reply.cipher),
    }
    return signEvent(template, seckey, signer)
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }
}
