import { xOnly } from '#nostr/x-only.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials } from '#protocol/keyset.ts'
import { type GroupPackage, memberAt } from '#protocol/v2/group.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { StoredReservedShare } from './ports.ts'

export interface MembersOptions {
  keyset: Pick<Supervisor, 'credentials' | 'self' | 'signer'>
  ruleSet: Pick<RuleSet, 'nameOf'>
}

/** What this signer knows of the devices that shares are for. */
export class Members {
  readonly #options: MembersOptions

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** The group that runs here, as 2026 has it; null while none does. */
  get group(): GroupPackage | null {
    return groupOf(this.#options.keyset.credentials)
  }

  isSelf({ id }: StoredReservedShare): boolean {
    return id === this.#options.keyset.self
  }

  all(): PeerEntry[] | null {
    return this.#options.keyset.signer?.peers.all ?? null
  }

  peer({ id }: StoredReservedShare): PeerEntry | undefined {
    return this.#options.keyset.signer?.peers.get(id)
  }

  isOnline(reservedShare: StoredReservedShare): boolean {
    return this.peer(reservedShare)?.status === 'online'
  }

  /** Whether a device has been met with this share, as far as this signer knows. */
  wasHeard(reservedShare: StoredReservedShare): boolean {
    const peer = this.peer(reservedShare)
    return peer !== undefined && (peer.heardIn2026 || peer.lastSeen !== null)
  }

  givenName({ id, handedOut }: StoredReservedShare): string | undefined {
    return this.#options.ruleSet.nameOf({ door: 'peer', id }) ?? handedOut?.name
  }

  /** Whether another member than a share's is called so. */
  isNamed(name: string, { id }: StoredReservedShare): boolean {
    const others = this.group?.members.map(({ pubkey }) => xOnly(pubkey)) ?? []
    return others.some((other) => {
      if (other === id) return false
      const taken = this.#options.ruleSet.nameOf({ door: 'peer', id: other })
      return taken?.toLowerCase() === name.toLowerCase()
    })
  }

  /** A name in any case. */
  nameOf(reservedShare: StoredReservedShare): string {
    return this.givenName(reservedShare) ?? `device ${reservedShare.idx}`
  }

  /** Compressed, 33 bytes, hex. */
  pubkeyOf({ idx }: Pick<StoredReservedShare, 'idx'>, group = this.group): string {
    return (group && memberAt(group, idx)?.pubkey) ?? ''
  }
}

export const groupOf = ({ keyset }: Pick<Credentials, 'keyset'>): GroupPackage | null =>
  keyset?.ok && keyset.value.v2.ok ? keyset.value.v2.value.group : null
