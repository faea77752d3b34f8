import { once } from 'node:events'
import { WebSocket } from 'ws'
import { EVENT_KIND } from '#contract/limits.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { sharedX } from '#crypto/cipher.ts'
import { signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { ecdhKeyshare, hashContext, partialSignature } from '#protocol/v1/arithmetic.ts'
import { type Envelope, newMessageId, openEnvelope, sealEnvelope } from '#protocol/v1/envelope.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import type {
  EcdhPackage,
  PartialSignatures,
  SighashVector,
  SignSession,
} from '#protocol/v1/messages.ts'
import type { GroupPackage, SharePackage } from '#protocol/v1/packages.ts'
import { createSession } from '#protocol/v1/session.ts'
import { until } from './until.ts'

/** A message to the rogue peer, decrypted. */
export interface Heard extends Envelope {
  /** X-only key of its sender. */
  from: string
}

/** The answer to a request; null for none. `honest` makes the answer of an honest peer. */
export type Conduct = (
  request: Heard,
  honest: () => Envelope | null,
) => Envelope | null | Promise<Envelope | null>

interface RogueOptions {
  keyset: Keyset
  /** Index of its share. */
  idx: number
  relay: string
  /** How it answers; by default honestly. */
  conduct?: Conduct
}

/**
 * A peer that holds a real share and sends what the test wants, over a plain socket and with the protocol's
 * own functions. It checks nothing.
 */
export class RoguePeer {
  readonly idx: number
  readonly group: GroupPackage
  readonly share: SharePackage
  /** Compressed, hex. */
  readonly pubkey: string
  readonly xonly: string
  readonly heard: Heard[] = []
  conduct: Conduct
  #line: RogueLine | undefined
  readonly #members: ReadonlySet<string>
  readonly #keys = new Map<string, Buffer>()

  /** Resolves when the relay has confirmed that it is listening. */
  static async start(options: RogueOptions): Promise<RoguePeer> {
    const rogue = new RoguePeer(options)
    rogue.#line = await RogueLine.open({
      relay: options.relay,
      kind: EVENT_KIND,
      recipient: rogue.xonly,
      authors: rogue.#members,
      hear: (event) => rogue.#receive(event),
    })
    return rogue
  }

  private constructor({ keyset, idx, conduct }: RogueOptions) {
    const share = keyset.shares.find((one) => one.idx === idx)
    const commit = keyset.group.commits.find((one) => one.idx === idx)
    if (share === undefined || commit === undefined) throw new Error(`no member ${idx}`)
    this.idx = idx
    this.group = keyset.group
    this.share = share
    this.pubkey = commit.pubkey
    this.xonly = xOnly(commit.pubkey)
    this.conduct = conduct ?? ((_, honest) => honest())
    this.#members = new Set(keyset.group.commits.map((one) => xOnly(one.pubkey)))
  }

  async stop(): Promise<void> {
    await this.#line?.close()
  }

  /** The event that carries a message to a member; `fields` replaces fields of an honest event. */
  seal(to: string, envelope: Envelope, fields: Partial<EventTemplate> = {}): NostrEvent {
    return this.sign({
      tags: [['p', to]],
      content: sealEnvelope(envelope, this.#key(to)),
      ...fields,
    })
  }

  /** A signed event of its own with these fields. */
  sign(fields: Partial<EventTemplate>): NostrEvent {
    const template = {
      kind: EVENT_KIND,
      created_at: Math.floor(Date.now() / 1000),
      tags: [],
      content: '',
      ...fields,
    }
    return signEvent(template, this.share.seckey, this.xonly)
  }

  publish(event: NostrEvent): void {
    this.#line?.publish(event)
  }

  /** Sends a request without waiting; returns its message id. */
  send(to: string, tag: string, data: string, fields?: Partial<EventTemplate>): string {
    const id = newMessageId()
    this.publish(this.seal(to, { tag, id, data }, fields))
    return id
  }

  /** Sends a request and waits for the answer with its id. */
  async ask(to: string, tag: string, data: string, timeout?: number): Promise<Heard> {
    const id = this.send(to, tag, data)
    await until(() => this.answersTo(id).length > 0, {
      what: `an answer to ${tag}`,
      ...(timeout !== undefined && { timeout }),
    })
    const [answer] = this.answersTo(id)
    if (answer === undefined) throw new Error('no answer')
    return answer
  }

  answersTo(id: string): Heard[] {
    return this.heard.filter((message) => message.id === id && message.tag.endsWith('/res'))
  }

  /** All answers that it received, to any request. */
  get answers(): Heard[] {
    return this.heard.filter((message) => message.tag.endsWith('/res'))
  }

  /** A signing request as an honest peer makes it. Its JSON goes on the wire. */
  session(members: readonly number[], hashes: readonly SighashVector[]): SignSession {
    return createSession(this.group, members, hashes, { stamp: Math.floor(Date.now() / 1000) })
  }

  /** Its honest partial signatures for a session. */
  partials(session: SignSession): PartialSignatures {
    const psigs = session.hashes.map((vector): [string, string] => [
      vector[0],
      partialSignature(hashContext(this.group, session, vector), this.share),
    ])
    return { idx: this.idx, psigs, pubkey: this.pubkey, sid: session.sid }
  }

  /** Its honest part of a key exchange. */
  keyshare({ members, ecdh_pk }: EcdhPackage): EcdhPackage {
    return ecdhKeyshare(members, ecdh_pk, this.share)
  }

  #honest({ tag, id, data }: Heard): Envelope | null {
    switch (tag) {
      case '/ping/req':
        return { tag: '/ping/res', id, data: JSON.stringify({ send: true, recv: true }) }
      case '/echo/req':
        return { tag: '/echo/res', id, data }
      case '/sign/req':
        return { tag: '/sign/res', id, data: JSON.stringify(this.partials(JSON.parse(data))) }
      case '/ecdh/req':
        return { tag: '/ecdh/res', id, data: JSON.stringify(this.keyshare(JSON.parse(data))) }
      default:
        return null
    }
  }

  #receive(event: NostrEvent): void {
    const opened = openEnvelope(event.content, this.#key(event.pubkey))
    if (!opened.ok) return
    const message = { ...opened.value, from: event.pubkey }
    this.heard.push(message)
    if (message.tag.endsWith('/req')) void this.#answer(message)
  }

  async #answer(request: Heard): Promise<void> {
    const answer = await this.conduct(request, () => this.#honest(request))
    if (answer !== null && this.#line?.isOpen) {
      this.publish(this.seal(request.from, answer))
    }
  }

  #key(peer: string): Buffer {
    const key = this.#keys.get(peer) ?? sharedX(this.share.seckey, peer)
    this.#keys.set(peer, key)
    return key
  }
}

/** Answers honestly, but changes the data of answers with one tag. */
export function lying<T>(
  answerTag: string,
  change: (honest: T, request: Heard) => unknown,
): Conduct {
  return (request, honest) => {
    const answer = honest()
    if (answer?.tag !== answerTag) return answer
    return { ...answer, data: JSON.stringify(change(JSON.parse(answer.data) as T, request)) }
  }
}

/** Answers pings and nothing else. */
export const onlyPings: Conduct = (request, honest) =>
  request.tag === '/ping/req' ? honest() : null

interface RogueLineOptions {
  relay: string
  kind: number
  /** X-only key that events are addressed to. */
  recipient: string
  /** X-only keys of those whose events it listens to. */
  authors: ReadonlySet<string>
  hear(event: NostrEvent): void
}

/** A rogue's connection to a relay: a plain socket, a subscription, and no checks. */
export class RogueLine {
  readonly #socket: WebSocket

  private constructor(socket: WebSocket, { authors, hear }: RogueLineOptions) {
    this.#socket = socket
    socket.on('message', (data) => {
      const [type, , event] = JSON.parse(data.toString()) as [string, string, NostrEvent]
      if (type === 'EVENT' && authors.has(event.pubkey)) hear(event)
    })
  }

  /** Resolves when the relay has confirmed the subscription. */
  static async open(options: RogueLineOptions): Promise<RogueLine> {
    const { relay, kind, recipient } = options
    const socket = new WebSocket(relay)
    await once(socket, 'open')
    const line = new RogueLine(socket, options)
    const confirmed = once(socket, 'message')
    socket.send(JSON.stringify(['REQ', 'rogue', { kinds: [kind], '#p': [recipient] }]))
    await confirmed
    return line
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  publish(event: NostrEvent): void {
    this.#socket.send(JSON.stringify(['EVENT', event]))
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.#socket, 'close')
    this.#socket.terminate()
    await closed
  }
}
