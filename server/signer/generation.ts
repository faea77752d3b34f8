import type { NostrEvent } from '../contract/nostr.ts'
import type { PingResult } from '../contract/peers.ts'
import type { SighashVector } from '../frostr/v1/messages.ts'
import type { PeerEntry } from './peers.ts'
import type { BatchOutcome } from './sign-queue.ts'
import type { EcdhOutcome } from './v1/ecdh.ts'
import type { EchoOutcome } from './v1/echo.ts'

/**
 * One generation of the peer protocol, as it plugs into the node: the node owns the share, the
 * peers, their policies and the relays; a generation reads and answers the events of its kind,
 * and asks. Nothing here rejects.
 */
export interface Generation {
  /** The kind of its events. */
  readonly kind: number
  /** A peer's event, its signature verified. */
  receive(event: NostrEvent, peer: PeerEntry): void
  /** An event by our own key that we did not send, its signature verified. */
  receiveOwn(event: NostrEvent): void
  /** An event that we sent has come back to us. */
  returned(eventId: string, relay: string): void
  /** Someone waits for our share to be taken up elsewhere. */
  readonly handingOver: boolean
  ping(peer: PeerEntry): Promise<PingResult>
  sign(vectors: SighashVector[]): Promise<BatchOutcome>
  ecdh(publicKey: string, fresh: boolean): Promise<EcdhOutcome>
  sendEcho(options?: { relay?: string; timeout?: number }): Promise<EchoOutcome>
  awaitEcho(timeout?: number): Promise<EchoOutcome>
  /** Takes no new requests; resolves when those that are under way have been answered. */
  drain(): Promise<void>
  stop(): void
}
