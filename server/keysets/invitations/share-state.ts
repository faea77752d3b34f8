import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials } from '#protocol/keyset.ts'
import { type GroupPackage, memberAt } from '#protocol/v2/group.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { isThere, type Proving } from './device-proofs.ts'
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

/** What was done, or why nothing was. */
export type Done<T> = { ok: true; value: T } | Refusal

/** `replaces`: the device whose share it is. */
export interface Refusal {
  ok: false
  error: string
  reason: 'input' | 'unknown' | 'state'
  replaces?: string
}

export const refused = (reason: Refusal['reason'], error: string): Refusal => ({
  ok: false,
  error,
  reason,
})

/** Why a share may not be handed out to a device, or null. @param name what the device is called */
export function mayHandOut(
  reservedShare: StoredReservedShare | undefined,
  name: string,
  members: Members,
): Refusal | null {
  if (reservedShare === undefined) return refused('unknown', texts.unknown)
  const { seckey, handedOut, provedAt } = reservedShare
  const device = members.nameOf(reservedShare)
  if (seckey === null) {
    return refused('state', provedAt === null ? texts.lost : texts.done(device))
  }
  if (members.isSelf(reservedShare)) return refused('state', texts.own)
  if (handedOut !== null) {
    const isOther = name !== '' && name !== handedOut.name
    return isOther ? refused('state', texts.handedOut(handedOut.name)) : null
  }
  if (name === '') return refused('input', texts.nameNeeded)
  if (members.isNamed(name, reservedShare)) return refused('input', texts.nameTaken(name))
  return members.isOnline(reservedShare) ? refused('state', texts.online(device)) : null
}

/**
 * Why a share that was brought may not be kept for another device, or null.
 *
 * @param before what is kept of the same share
 * @param replaces the device that has had it is gone for good
 */
export function mayBring(
  reservedShare: StoredReservedShare,
  before: StoredReservedShare | undefined,
  { members, replaces }: { members: Members; replaces: boolean },
): Refusal | null {
  if (members.isSelf(reservedShare)) return refused('input', `share: ${texts.own}`)
  if (before !== undefined && before.seckey !== null) return refused('state', texts.kept)
  const device = members.nameOf(before ?? reservedShare)
  if (members.isOnline(reservedShare)) return refused('state', texts.online(device))
  const mayHaveOne = before !== undefined && !isLostUnused(before)
  if (replaces || (!mayHaveOne && !members.wasHeard(reservedShare))) return null
  return { ...refused('state', texts.replaces(device)), replaces: device }
}

/** Whether a restore has not brought it back, before it was for any device. */
const isLostUnused = ({ seckey, handedOut }: StoredReservedShare): boolean =>
  seckey === null && handedOut === null

/** A share for another device as its owner sees it: without the share. */
export function viewOf(
  reservedShare: StoredReservedShare,
  { members, proving, group }: { members: Members; proving: Proving; group?: GroupPackage },
): ReservedShare {
  const { id, idx: index, handedOut, provedAt } = reservedShare
  const state = stateOf(reservedShare, members)
  const name = members.givenName(reservedShare)
  const hasOther = isOther(reservedShare, members)
  const problem = hasOther ? texts.hasOther : state === 'online' ? proving.problemOf(id) : undefined
  return {
    index,
    pubkey: members.pubkeyOf(reservedShare, group),
    state,
    heardBefore: (handedOut === null || state === 'lost') && members.wasHeard(reservedShare),
    ...(name !== undefined && { name }),
    ...(handedOut !== null && { handedOutAt: iso(handedOut.at) }),
    ...(provedAt !== null && { provedAt: iso(provedAt) }),
    ...(problem !== undefined && { problem }),
    ...(members.peer(reservedShare)?.areTwoDevices && { areTwoDevices: true }),
  }
}

export function stateOf(
  reservedShare: StoredReservedShare,
  members: Members,
): ReservedShare['state'] {
  if (reservedShare.seckey === null) return reservedShare.provedAt === null ? 'lost' : 'done'
  if (reservedShare.handedOut === null) return 'kept'
  const hasJoined = reservedShare.handedOut.joinedAt !== null
  return hasJoined && isThere(members.peer(reservedShare)) ? 'online' : 'handedOut'
}

/** Whether a device runs on a share that did not get it here. */
const isOther = (reservedShare: StoredReservedShare, members: Members): boolean =>
  reservedShare.handedOut?.joinedAt === null &&
  reservedShare.seckey !== null &&
  isThere(members.peer(reservedShare))

const iso = (ms: number): string => new Date(ms).toISOString()
