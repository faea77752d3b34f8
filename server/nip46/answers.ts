import { setTimeout as delay } from 'node:timers/promises'
import { appRefusal as texts } from '#contract/app-messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import { ANSWER_FOR, RESEND_BASE, RESEND_MAX } from './limits.ts'
import {
  type Answer,
  type AnswerKey,
  answerText,
  type CipherName,
  failure,
  payloadChars,
  type RequestId,
  success,
} from './message.ts'
import type { AppKeyUse } from './methods.ts'
import { messageBytes } from './relay-limit.ts'
import { APP_EVENT_KIND, type Transport } from './transport.ts'

/** Relays refuse messages of this kind that are older: strfry after 60 s. Seconds. */
const FRESH_FOR_S = 45

/** The client that an answer is for. */
export interface Recipient {
  key: AnswerKey
  /** x-only, hex. */
  client: string
  relays: readonly string[]
  /** Once aborted, nothing is sent any more. */
  signal: AbortSignal
}

export interface Reply {
  id: RequestId
  answer: Answer
  /** The cipher of the request. */
  cipher: CipherName
  /** The request's time: the answer is never older. Seconds. */
  askedAt: number
  /** The relay that the request came from, which must take the answer. Undefined: any relay may. */
  relay?: string | undefined
}

export interface AnswersOptions {
  transport: Pick<Transport, 'publish' | 'tooLarge'>
  /** Unix milliseconds. */
  now: () => number
}

/** The relays that have taken an answer, and those it is too large for. */
interface Progress {
  taken: Set<string>
  tooLarge: Set<string>
}

/** Sends answers, and sends them again until a relay has taken them. */
export class Answers {
  readonly #options: AnswersOptions

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /**
   * Resolves when the relay that the request came from has taken the answer, or after two minutes. A relay
   * that the answer is too large for gets an error answer instead. Never rejects.
   *
   * @returns false: no relay took it
   */
  async send(to: Recipient, reply: Reply): Promise<boolean> {
    const event = this.#event(to, reply)
    const { taken, tooLarge } = await this.#deliver(to, reply, event)
    const isDone = this.#hasArrived(to, reply, taken) || to.signal.aborted
    // An error answer is short already.
    if (isDone || tooLarge.size === 0 || reply.answer.error !== undefined) return taken.size > 0
    const bytes = messageBytes(event)
    const answer = failure((await this.tooLarge(to, bytes)) ?? texts.tooLarge(bytes))
    const wasReported = await this.send({ ...to, relays: [...tooLarge] }, { ...reply, answer })
    return wasReported || taken.size > 0
  }

  /**
   * The error when a message is too large for all of an app's relays; null: it may pass. Never rejects.
   *
   * @param bytes of the message
   */
  async tooLarge({ relays }: Pick<Recipient, 'relays'>, bytes: number): Promise<string | null> {
    const { transport } = this.#options
    const limits = await Promise.all(relays.map((url) => transport.tooLarge(bytes, url)))
    const known = limits.filter((limit) => limit !== null)
    if (known.length === 0 || known.length < limits.length) return null
    const stated = known.flatMap(({ most }) => most ?? [])
    return texts.tooLarge(bytes, stated.length > 0 ? Math.max(...stated) : undefined)
  }

  async #deliver(to: Recipient, reply: Reply, first: NostrEvent): Promise<Progress> {
    const begun = performance.now()
    const progress = { taken: new Set<string>(), tooLarge: new Set<string>() }
    const { taken, tooLarge } = progress
    let event = first
    let mayHaveArrived = false
    for (let pause = RESEND_BASE; !to.signal.aborted; pause = Math.min(2 * pause, RESEND_MAX)) {
      const { isRefused, wasSent } = await this.#publish(to, event, reply.relay, progress)
      mayHaveArrived ||= wasSent
      if (this.#hasArrived(to, reply, taken)) break
      if (taken.size + tooLarge.size === to.relays.length) break
      if (performance.now() - begun + pause > ANSWER_FOR) break
      await delay(pause, undefined, { signal: to.signal }).catch(() => {})
      // If it may have arrived, the same event is sent again, so that the client sees one answer.
      const isStale = this.#seconds() - event.created_at > FRESH_FOR_S && !mayHaveArrived
      if (!isStale && (!isRefused || taken.size > 0)) continue
      event = this.#event(to, reply)
      mayHaveArrived = false
    }
    return progress
  }

  /** Whether the relay that the request came from, or else any, has taken it. */
  #hasArrived({ relays }: Recipient, { relay }: Reply, taken: ReadonlySet<string>): boolean {
    return relay !== undefined && relays.includes(relay) ? taken.has(relay) : taken.size > 0
  }

  /**
   * Resolves once the relay that the request came from has taken it, or all have answered.
   *
   * @returns whether a relay refused it, and whether one that did not answer may have taken it
   */
  async #publish(
    { relays, signal }: Recipient,
    event: NostrEvent,
    relay: string | undefined,
    { taken, tooLarge }: Progress,
  ): Promise<{ isRefused: boolean; wasSent: boolean }> {
    const missing = relays.filter((url) => !taken.has(url) && !tooLarge.has(url))
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    let [isRefused, wasSent] = [false, false]
    const all = missing.map(async (url) => {
      const result = await this.#options.transport.publish(event, url, signal)
      if (!result.ok) {
        isRefused ||= result.isRefused
        wasSent ||= result.wasSent
        if (result.isTooLarge) tooLarge.add(url)
        return
      }
      taken.add(url)
      if (relay === undefined || url === relay) resolve()
    })
    await Promise.race([arrived, Promise.all(all)])
    return { isRefused, wasSent }
  }

  #event({ key, client }: Recipient, reply: Reply): NostrEvent {
    return key.sign({
      kind: APP_EVENT_KIND,
      created_at: Math.max(this.#seconds(), reply.askedAt),
      tags: [['p', client]],
      content: key.encrypt(answerText(reply.id, reply.answer), reply.cipher),
    })
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }
}

const HASH = '0'.repeat(64)
const SIGNATURE = '0'.repeat(128)
/** An answer's event without its content. */
const ENVELOPE = {
  id: HASH,
  pubkey: HASH,
  created_at: 1e9,
  kind: APP_EVENT_KIND,
  tags: [['p', HASH]],
}

/**
 * The size of a request's answer as a message to a relay, computed before the key is used. 0 for a
 * decryption, whose result is not known before.
 */
export function answerBytes(id: RequestId, request: AppKeyUse, cipher: CipherName): number {
  const text = textBytes(id, request)
  return text === 0 ? 0 : EMPTY_BYTES + payloadChars(text, cipher)
}

const EMPTY_BYTES = messageBytes({ ...ENVELOPE, content: '', sig: SIGNATURE })

/** Bytes of an answer's text. Encrypted payloads contain nothing that JSON escapes. */
function textBytes(id: RequestId, request: AppKeyUse): number {
  const around = (result: string) => Buffer.byteLength(answerText(id, success(result)))
  switch (request.operation) {
    case 'sign': {
      const signed = { ...request.event, id: HASH, pubkey: HASH, sig: SIGNATURE }
      return around(JSON.stringify(signed))
    }
    case 'nip44.encrypt':
      return around('') + nip44.payloadChars(Buffer.byteLength(request.content))
    case 'nip04.encrypt':
      return around('') + nip04.payloadChars(Buffer.byteLength(request.content))
    default:
      return 0
  }
}
