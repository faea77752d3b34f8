import { V2_EVENT_KIND } from '#contract/limits.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { signEvent } from '#nostr/event.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { ecdhPackage } from '#protocol/v2/ecdh.ts'
import {
  conversationKey,
  encryptContent,
  newRequestId,
  openEnvelope,
} from '#protocol/v2/envelope.ts'
import { generateNonce, partialSignature, type SecretNonce } from '#protocol/v2/frost.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type {
  EcdhPackage,
  Message,
  MessageType,
  Nonce,
  Payloads,
  Ping,
  Ping2,
  SignResponse,
  SignSession,
} from '#protocol/v2/messages.ts'
import { createSession } from '#protocol/v2/session.ts'
import { RogueLine } from './rogue-peer.ts'
import { until } from './until.ts'
import { present } from './v2-vectors.ts'

/** A message to the rogue, decrypted. */
export interface Heard {
  from: string
  id: string
  type: MessageType
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  data: any
}

/** The answer to a request; null for none. `honest` makes the answer of an honest peer. */
export type Conduct = (
  request: Heard,
  honest: () => Message | null,
) => Message | null | Promise<Message | null>

export interface SendOptions {
  id?: string
  /** Unix seconds. */
  sentAt?: number
  /** How the event differs from an honest one. */
  fields?: Partial<EventTemplate>
}

/** A member that speaks 2026, sends what the test wants and checks nothing. */
export class V2Rogue {
  /** The whole keyset, with the others' shares. */
  readonly carried: { group: GroupPackage; shares: SharePackage[] }
  readonly group: GroupPackage
  readonly share: SharePackage
  readonly xonly: string
  readonly heard: Heard[] = []
  /**
   * Others' nonces for us, by their x-only key: the last ping's, and those that came with signatures since.
   */
  readonly held = new Map<string, Nonce[]>()
  /** Our own nonces, by code. */
  readonly own = new Map<string, SecretNonce>()
  conduct: Conduct = (_, honest) => honest()
  #line: RogueLine | undefined
  readonly #members: ReadonlySet<string>
  /** Codes of others' nonces that `take` has returned. */
  readonly #taken = new Set<string>()
  readonly #keys = new Map<string, Uint8Array>()

  /** Resolves when the relay has confirmed that it is listening. */
  static async start(keyset: Keyset, idx: number, relay: string): Promise<V2Rogue> {
    const rogue = new V2Rogue(keyset, idx)
    rogue.#line = await RogueLine.open({
      relay,
      kind: V2_EVENT_KIND,
      recipient: rogue.xonly,
      authors: rogue.#members,
      hear: (event) => rogue.#receive(event),
    })
    return rogue
  }

  private constructor(keyset: Keyset, idx: number) {
    const carried = convertFromV1(keyset.group, keyset.shares, serverCurve, 'Test')
    if (!carried.ok) throw new Error(carried.error)
    this.carried = carried.value
    this.group = carried.value.group
    this.share = present(carried.value.shares.find((share) => share.idx === idx))
    this.xonly = present(this.group.members.find((member) => member.idx === idx)).pubkey.slice(2)
    this.#members = new Set(this.group.members.map(({ pubkey }) => pubkey.slice(2)))
  }

  async stop(): Promise<void> {
    await this.#line?.close()
  }

  /** The event that carries a message to a member, unchecked. */
  seal(to: string, message: Message, { id, sentAt, fields }: SendOptions = {}): NostrEvent {
    const now = Math.floor(Date.now() / 1000)
    const envelope = { request_id: id ?? newRequestId(), sent_at: sentAt ?? now, payload: message }
    const content = encryptContent(JSON.stringify(envelope), this.#key(to))
    if (!content.ok) throw new Error(content.error)
    const template = { kind: V2_EVENT_KIND, created_at: now, tags: [['p', to]] }
    return signEvent(
      { ...template, content: content.value, ...fields },
      this.share.seckey,
      this.xonly,
    )
  }

  publish(event: NostrEvent): void {
    this.#line?.publish(event)
  }

  /** Sends without waiting; returns the request's id. */
  send(to: string, message: Message, options: SendOptions = {}): string {
    const id = options.id ?? newRequestId()
    this.publish(this.seal(to, message, { ...options, id }))
    return id
  }

  /**
   * Sends a request and waits for the answer with its id.
   *
   * @param timeout milliseconds; by default that of `until`
   */
  async ask(
    to: string,
    message: Message,
    options: SendOptions = {},
    timeout?: number,
  ): Promise<Heard> {
    const id = this.send(to, message, options)
    await until(() => this.answersTo(id).length > 0, {
      what: `an answer to ${message.type}`,
      ...(timeout !== undefined && { timeout }),
    })
    return present(this.answersTo(id)[0])
  }

  answersTo(id: string): Heard[] {
    return this.heard.filter((one) => one.id === id && !one.type.endsWith('Request'))
  }

  /**
   * Waits for the answer to a ping. The signer reads the ping after everything that we sent before: what it refused
   * has its answer by then, if it gets one. What it has to compute for may be answered later.
   */
  async afterwards(to: string): Promise<void> {
    await this.ping(to)
  }

  /** Pings, by default as if it held no nonces, and replaces what it holds by the nonces in the answer. */
  async ping(to: string, held: readonly string[] = [], timeout?: number): Promise<Ping2> {
    const request: Message = { type: 'PingRequest', data: this.pingData(to, held) }
    const answer = await this.ask(to, request, {}, timeout)
    this.held.set(to, answer.data.advertised_nonces)
    return answer.data
  }

  pingData(to: string, held: readonly string[] = [], nonces: readonly Nonce[] = []): Ping {
    return {
      version: 2,
      advertised_nonces: [...nonces],
      held_peer_nonce_codes: [...held],
      policy_profile: this.profile(to),
    }
  }

  /** A profile that allows all. */
  profile(to: string, respond: Partial<Record<'sign' | 'ecdh', boolean>> = {}) {
    const all = { echo: true, ping: true, onboard: true, sign: true, ecdh: true }
    return {
      for_peer: to,
      revision: 1,
      updated: 1,
      block_all: false,
      request: all,
      respond: { ...all, ...respond },
    }
  }

  /** Makes this many nonces of ours; their secrets are in `own`. */
  newNonces(count: number): Nonce[] {
    return Array.from({ length: count }, () => {
      const nonce = generateNonce(this.share.seckey)
      this.own.set(nonce.code, nonce)
      return publicNonce(nonce)
    })
  }

  /** Takes a member's nonces for this many hashes, each once. */
  take(from: string, count: number): Nonce[] {
    const held = this.held.get(from) ?? []
    this.held.set(from, held.slice(count))
    if (held.length < count) throw new Error('too few nonces in a test')
    const taken = held.slice(0, count)
    for (const { code } of taken) this.#taken.add(code)
    return taken
  }

  /** A session of two, as an honest peer makes it. */
  session(idx: number, theirs: readonly Nonce[], hashes: readonly string[]): SignSession {
    const nonces = new Map<number, readonly Nonce[]>([
      [this.share.idx, this.newNonces(hashes.length)],
      [idx, theirs],
    ])
    return createSession(this.group, hashes, nonces, { stamp: Math.floor(Date.now() / 1000) })
  }

  /** Its honest partial signatures; its nonces in the session must be in `own`. */
  partials(session: SignSession): SignResponse {
    const entries = present(session.nonces.find(({ idx }) => idx === this.share.idx)).entries
    const psigs = entries.map(({ hash_index, code }) => {
      const context = contextOf(this.group, session, hash_index)
      const partial_sig = partialSignature(context, this.share, present(this.own.get(code)))
      return { hash_index, sighash: context.sighash, partial_sig }
    })
    const { idx } = this.share
    const { sid } = session
    return { idx, sid, pubkey: this.xonly, psigs, nonce_code: null, replenish: null }
  }

  keyshares({ members, entries }: EcdhPackage): EcdhPackage {
    const keys = entries.map(({ ecdh_pk }) => ecdh_pk)
    return ecdhPackage(members, keys, this.share)
  }

  #hasNoncesOf({ nonces }: SignSession): boolean {
    const set = nonces.find(({ idx }) => idx === this.share.idx)
    return set?.entries.every(({ code }) => this.own.has(code)) === true
  }

  #honest({ from, type, data }: Heard): Message | null {
    switch (type) {
      case 'PingRequest': {
        const nonces =
          this.own.size === 0 ? this.newNonces(70) : [...this.own.values()].map(publicNonce)
        const held = (this.held.get(from) ?? []).map(({ code }) => code)
        return { type: 'PingResponse', data: this.pingData(from, held, nonces) }
      }
      case 'SignRequest':
        // Late requests may use nonces that it dropped.
        return this.#hasNoncesOf(data) ? { type: 'SignResponse', data: this.partials(data) } : null
      case 'EcdhRequest':
        return { type: 'EcdhResponse', data: this.keyshares(data) }
      default:
        return null
    }
  }

  #receive(event: NostrEvent): void {
    const opened = openEnvelope(event.content, this.#key(event.pubkey))
    if (!opened.ok) return
    const { id, type, data } = opened.value
    const message = { from: event.pubkey, id, type, data }
    this.heard.push(message)
    if (type === 'SignResponse') this.#hold(event.pubkey, data as SignResponse)
    if (type.endsWith('Request')) void this.#answer(message)
  }

  /** Takes in the new nonces that come with a signature. */
  #hold(from: string, { replenish }: SignResponse): void {
    const held = this.held.get(from) ?? []
    const known = new Set([...this.#taken, ...held.map(({ code }) => code)])
    this.held.set(from, [...held, ...(replenish ?? []).filter(({ code }) => !known.has(code))])
  }

  async #answer(request: Heard): Promise<void> {
    const answer = await this.conduct(request, () => this.#honest(request))
    if (answer !== null && this.#line?.isOpen) {
      this.send(request.from, answer, { id: request.id })
    }
  }

  #key(peer: string): Uint8Array {
    const key = this.#keys.get(peer) ?? conversationKey(this.share.seckey, peer)
    this.#keys.set(peer, key)
    return key
  }
}

/** Answers honestly, but changes the data of answers of one type. */
export function lyingIn<T extends MessageType>(
  answerType: T,
  change: (honest: Payloads[T], request: Heard) => Payloads[T],
): Conduct {
  return (request, honest) => {
    const answer = honest()
    if (answer?.type !== answerType) return answer
    return { type: answerType, data: change(answer.data as Payloads[T], request) } as Message
  }
}

/** Answers pings and nothing else. */
export const onlyPings: Conduct = (request, honest) =>
  request.type === 'PingRequest' ? honest() : null

/** A nonce without its secrets. */
export const publicNonce = ({ code, binder_pn, hidden_pn }: Nonce): Nonce => ({
  code,
  binder_pn,
  hidden_pn,
})
