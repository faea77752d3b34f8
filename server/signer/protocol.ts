import type { NostrEvent } from '#contract/nostr.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Permit } from '#policy/engine.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import type { ExchangeOptions, ExchangeOutcome } from './ecdh/exchanges.ts'
import type { KeyUse } from './ecdh/key-use.ts'
import type { PeerEntry } from './peers/peers.ts'
import type { PingOptions, PingOutcome } from './peers/pings.ts'
import type { EchoOutcome, SendEchoOptions } from './self-echo.ts'
import type { BatchOutcome, MadeSignature } from './signing/sign-queue.ts'

export interface SignOptions {
  /** Told of signatures as they are made, while others are still waited for. */
  onSigned?: ((signatures: readonly MadeSignature[]) => void) | undefined
}

/**
 * One generation of the peer protocol as it plugs into the node: the node owns the share, the
 * peers, their policies and the relays; a generation reads and answers the events of its kind, and
 * makes requests. Nothing here rejects.
 */
export interface Protocol {
  readonly name: ProtocolName
  /** The kind of its events. */
  readonly kind: number
  /** A peer's event, its signature verified: the peer is heard if that can be opened and read. */
  receive(event: NostrEvent, peer: PeerEntry): void
  /** @param options `idle`: nobody asked for it */
  ping(peer: PeerEntry, options?: PingOptions): Promise<PingOutcome>
  /** Signs together with threshold − 1 peers; only hashes that this generation can sign. */
  sign(
    permit: Permit<'sign'>,
    vectors: SighashVector[],
    options?: SignOptions,
  ): Promise<BatchOutcome>
  /**
   * The point that the group's secret key shares with a public key.
   *
   * @param publicKey 32 or 33 bytes, hex, in lower case
   */
  exchange(
    permit: Permit<KeyUse>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome>
  /** Sends a message to ourselves, through all relays or one, and waits for it to come back. */
  sendEcho(options?: SendEchoOptions): Promise<EchoOutcome>
  /** An event that we sent has come back to us. */
  returned(eventId: string, relay: string): void
  /** Accepts no new requests; resolves when the current ones have been answered. */
  drain(): Promise<void>
  stop(): Promise<void>
}
