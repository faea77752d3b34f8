import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { type Message, several } from '#contract/message.ts'
import { parseRelaysSetting, type RelayHosts, relaysAmong } from '#contract/relay-url.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { type GroupOutline, outlineOf } from '#protocol/packages.ts'
import type { PeerEntry } from './peers/peers.ts'
import type { Signer } from './signer.ts'

/** Saved settings of a signer: credentials of either protocol, and relays as written. */
export interface SignerSettings {
  shareCredential?: string | undefined
  groupCredential?: string | undefined
  relays?: string | undefined
  groupName?: string | undefined
  /** What the owner should read about the settings. */
  warnings?: readonly Message[]
}

export interface RunningOptions {
  settings(): SignerSettings
  reader: Pick<KeysetReader, 'readCredentials'>
  /** Host names without a dot that relays may have. */
  relayHosts?: RelayHosts
}

/** What follows from the settings; computed once. */
interface Derived {
  credentials: Credentials
  relays: Result<string[]>
  warnings: readonly Message[]
}

/**
 * A keyset's credentials and relays, and its signer while one runs. The supervisor starts and stops the
 * signer; everything else reads it here.
 */
export class Running {
  readonly #options: RunningOptions
  readonly #changeListeners: (() => void)[] = []
  readonly #groupListeners: ((peer: PeerEntry) => void)[] = []
  #derived: Derived | null = null
  /** Parsed before: unchanged credentials are not parsed again. */
  #credentials: Credentials | undefined
  /** Only the supervisor sets it. */
  signer: Signer | null = null

  constructor(options: RunningOptions) {
    this.#options = options
  }

  /** The current credentials, parsed. */
  get credentials(): Credentials {
    return this.#current.credentials
  }

  /** The group; null when no group credential is saved. */
  get group(): Result<GroupOutline> | null {
    const { group } = this.credentials
    return group?.ok ? ok(outlineOf(group.value)) : group
  }

  /** Our own x-only key; null when no valid share is saved. */
  get self(): string | null {
    return this.credentials.self
  }

  /** The relay URLs; empty when the setting is invalid. */
  get relays(): string[] {
    const { relays } = this.#current
    return relays.ok ? [...relays.value] : []
  }

  /** The relay URLs, or why the setting is invalid. */
  get relaySetting(): Result<string[]> {
    return this.#current.relays
  }

  get warnings(): readonly Message[] {
    return this.#current.warnings
  }

  get groupName(): string | undefined {
    return this.#options.settings().groupName
  }

  /** @param checked the settings' credentials, if they are parsed already */
  settingsChanged(checked: Credentials | undefined): void {
    this.#derived = null
    this.#credentials = checked ?? this.#credentials
  }

  /** @param listener called when peers or relays may have come or gone */
  onChange(listener: () => void): void {
    this.#changeListeners.push(listener)
  }

  changed(): void {
    for (const listener of this.#changeListeners) listener()
  }

  /** @param listener called when a member is about to get the group. If it throws, the group is not sent */
  onGroupGiven(listener: (peer: PeerEntry) => void): void {
    this.#groupListeners.push(listener)
  }

  groupGiven(peer: PeerEntry): void {
    for (const listener of this.#groupListeners) listener(peer)
  }

  get #current(): Derived {
    this.#derived ??= this.#read(this.#options.settings())
    return this.#derived
  }

  #read({ shareCredential, groupCredential, relays, warnings = [] }: SignerSettings): Derived {
    const texts = { share: shareCredential || undefined, group: groupCredential || undefined }
    const credentials = this.#options.reader.readCredentials(texts, this.#credentials)
    this.#credentials = credentials
    const inForce = relaysInForce(relays, this.#options.relayHosts)
    return { credentials, relays: inForce, warnings }
  }
}

/** The relay URLs of a RELAYS setting; the default relays when it is empty. */
export function relaysInForce(setting: string | undefined, hosts?: RelayHosts): Result<string[]> {
  const list = setting === undefined ? [] : parseRelaysSetting(setting)
  const checked = relaysAmong(list.length === 0 ? DEFAULT_NODE_RELAYS : list, hosts)
  return checked.ok ? ok(checked.value) : fail(several(', ', checked.errors))
}
