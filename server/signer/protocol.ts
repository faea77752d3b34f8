import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Failed } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import type { EcdhOperation, ExchangeOptions, ExchangeOutcome } from './ecdh/shared-secrets.ts'
import type { PeerEntry, StatedPolicy } from './peers/peers.ts'
import type { EchoOutcome, SendEchoOptions } from './self-echo.ts'
import type { BatchOptions, BatchOutcome } from './signing/sign-queue.ts'

export type SignOptions = Pick<BatchOptions, 'onSigned'>

export interface PingOptions {
  /** Nobody asked for the ping, so it must cost as few events as possible. */
  idle?: boolean
}

/** `stopped`: the ping failed for a reason of ours, and says nothing about the peer. */
export type PingOutcome =
  | { ok: true; latency: number; policy: StatedPolicy }
  | (Failed & { stopped: boolean })

/**
 * One version of the peer protocol: reads and answers events of its kind, and makes requests. The signer owns
 * the share, the peers and the relays. Nothing here rejects.
 */
export interface Protocol {
  readonly name: ProtocolName
  /** The kind of its events. */
  readonly kind: number
  /** @param event of the peer, its signature verified. The peer counts as heard if the event can be read */
  receive(event: NostrEvent, peer: PeerEntry): void
  ping(peer: PeerEntry, options?: PingOptions): Promise<PingOutcome>
  /**
   * Signs with threshold − 1 peers.
   *
   * @param vectors hashes with tweaks, all of which this protocol can sign
   */
  sign(
    permit: Permit<'sign'>,
    vectors: SighashVector[],
    options?: SignOptions,
  ): Promise<BatchOutcome>
  /**
   * Computes the ECDH secret of the group's key and a public key.
   *
   * @param publicKey 32 or 33 bytes, hex, in lower case
   */
  exchange(
    permit: Permit<EcdhOperation>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome>
  /** Sends a message to ourselves, through all relays or one, and waits for it to come back. */
  sendEcho(options?: SendEchoOptions): Promise<EchoOutcome>
  /** An event that we sent has come back. */
  returned(eventId: string, relay: string): void
  /** Accepts no new requests; resolves when the current ones are answered. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** What both protocols need to send messages. */
export interface MessengerOptions {
  /** The share's secret key, which is its nostr key too: 32 bytes, hex. */
  seckey: string
  /** Signs with that key, and remembers the event to recognise it when it comes back. */
  sign(template: EventTemplate): NostrEvent
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
  /** The machine's clock: Unix milliseconds. */
  wall: () => number
}
