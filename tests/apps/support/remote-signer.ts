import type { RelayFixture } from '#relay-fixture/relay.ts'

/** A link by which one client is paired, and whether that client has signed out since. */
export interface Pairing {
  uri: string
  isSignedOut(): Promise<boolean>
}

/** Whoever answers clients by NIP-46: what the tests of clients know of a signer. */
export interface RemoteSigner {
  readonly relay: RelayFixture
  /** The user's key, x-only, hex: another one than that which answers. */
  readonly pubkey: string
  /** Makes a `bunker://` link. */
  invite(): Promise<Pairing>
  /** Answers a `nostrconnect://` link. */
  accept(uri: string): Promise<void>
  /** Ends as if it were killed, and comes back with what it has kept. */
  restart(): Promise<void>
}
