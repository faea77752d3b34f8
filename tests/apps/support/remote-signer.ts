import type { RelayFixture } from '#relay-fixture/relay.ts'

/** A link by which one client is paired, and whether that client has signed out since. */
export interface Pairing {
  uri: string
  isSignedOut(): Promise<boolean>
}

/** A NIP-46 signer, as far as the tests of clients use it. */
export interface RemoteSigner {
  readonly relay: RelayFixture
  /** The user's key, x-only, hex; not the key that answers. */
  readonly pubkey: string
  /** Makes a `bunker://` link. */
  invite(): Promise<Pairing>
  /** Answers a `nostrconnect://` link. */
  accept(uri: string): Promise<void>
  /** Kills it, and starts it again with what it has stored. */
  restart(): Promise<void>
}
