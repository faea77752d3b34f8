import type { RelayHosts } from '#contract/relay-url.ts'
import { ok, type Result } from '#lib/errors.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { type GroupOutline, outlineOf } from '#protocol/packages.ts'
import type { PeerEntry } from './peers/peers.ts'
import { relaysInForce } from './relays-in-force.ts'
import type { Signer } from './signer.ts'

/** What the node runs on, as saved: credentials of either generation, and relays in any form a setting may have. */
export interface SignerSettings {
  shareCredential?: string | undefined
  groupCredential?: string | undefined
  relays?: string | undefined
  /** What the keyset is called. */
  groupName?: string | undefined
  /** What the owner should know of the settings themselves. */
  notices?: readonly string[]
}

export interface RunningOptions {
  settings(): SignerSettings
  reader: Pick<KeysetReader, 'readCredentials'>
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
}

/** What follows from the settings: worked out once, not at each call. */
interface Facts {
  credentials: Credentials
  relays: Result<string[]>
  notices: readonly string[]
}

/**
 * What a keyset's signer runs on, and the signer while there is one. It is there before everything that
 * asks for it, and before the supervisor, which alone starts and ends the signer.
 */
export class Running {
  readonly #options: RunningOptions
  readonly #changeListeners: (() => void)[] = []
  readonly #groupListeners: ((peer: PeerEntry) => void)[] = []
  #facts: Facts | null = null
  /** What was last read: unchanged credentials are not read again. */
  #credentials: Credentials | undefined
  /** Set by the supervisor alone. */
  signer: Signer | null = null

  constructor(options: RunningOptions) {
    this.#options = options
  }

  /** The credentials in force, and what they say. */
  get credentials(): Credentials {
    return this.#known.credentials
  }

  /** What the group credential says; null when none is saved. */
  get group(): Result<GroupOutline> | null {
    const { group } = this.credentials
    return group?.ok ? ok(outlineOf(group.value)) : group
  }

  /** Our own x-only key; null when no sound share is saved. */
  get self(): string | null {
    return this.credentials.self
  }

  /** The relay URLs in force. */
  get relays(): string[] {
    const { relays } = this.#known
    return relays.ok ? [...relays.value] : []
  }

  /** The same, or why there are none. */
  get relaySetting(): Result<string[]> {
    return this.#known.relays
  }

  get notices(): readonly string[] {
    return this.#known.notices
  }

  /** What the keyset is called. */
  get groupName(): string | undefined {
    return this.#options.settings().groupName
  }

  /** @param checked what the settings' credentials say, if they were read before they were saved */
  settingsChanged(checked: Credentials | undefined): void {
    this.#facts = null
    this.#credentials = checked ?? this.#credentials
  }

  /** @param listener told that peers or relays may have come or gone */
  onChange(listener: () => void): void {
    this.#changeListeners.push(listener)
  }

  changed(): void {
    for (const listener of this.#changeListeners) listener()
  }

  /** @param listener told that a member is about to get the group. What it throws keeps the group from leaving */
  onGroupGiven(listener: (peer: PeerEntry) => void): void {
    this.#groupListeners.push(listener)
  }

  groupGiven(peer: PeerEntry): void {
    for (const listener of this.#groupListeners) listener(peer)
  }

  get #known(): Facts {
    this.#facts ??= this.#read(this.#options.settings())
    return this.#facts
  }

  #read({ shareCredential, groupCredential, relays, notices = [] }: SignerSettings): Facts {
    const texts = { share: shareCredential || undefined, group: groupCredential || undefined }
    const credentials = this.#options.reader.readCredentials(texts, this.#credentials)
    this.#credentials = credentials
    const inForce = relaysInForce(relays, this.#options.relayHosts)
    return { credentials, relays: inForce, notices }
  }
}
