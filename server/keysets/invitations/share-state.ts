import { reservedShares as texts } from '#contract/codes.ts'
import { type Failure, type Message, messageOf, ofField } from '#contract/message.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials } from '#protocol/keyset.ts'
import { type GroupPackage, memberAt } from '#protocol/v2/group.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { StoredReservedShare } from '#store/reserved-shares.ts'
import { type DeviceProofs, isRunning } from './device-proofs.ts'

/** The group of credentials in the form of 2026; null: there is none. */
export const groupOf = ({ keyset }: Pick<Credentials, 'keyset'>): GroupPackage | null =>
  keyset?.ok && keyset.value.v2.ok ? keyset.value.v2.value.group : null

export interface MembersOptions {
  keyset: Pick<Supervisor, 'credentials' | 'self' | 'signer'>
  ruleSet: Pick<RuleSet, 'nameOf'>
}

/** What this signer knows of the devices that reserved shares belong to. */
export class Members {
  readonly #options: MembersOptions

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** The group that runs here, in the form of 2026; null: none. */
  get group(): GroupPackage | null {
    return groupOf(this.#options.keyset.credentials)
  }

  /** All peers; null while no signer runs. */
  get peers(): PeerEntry[] | null {
    return this.#options.keyset.signer?.peers.all ?? null
  }

  isSelf({ id }: StoredReservedShare): boolean {
    return id === this.#options.keyset.self
  }

  peer({ id }: StoredReservedShare): PeerEntry | undefined {
    return this.#options.keyset.signer?.peers.get(id)
  }

  isOnline(share: StoredReservedShare): boolean {
    return this.peer(share)?.status === 'online'
  }

  /** Whether a device with this share was ever heard. */
  wasHeard(share: StoredReservedShare): boolean {
    const peer = this.peer(share)
    return peer !== undefined && (peer.heardIn2026 || peer.lastSeen !== null)
  }

  givenName({ id, handedOut }: StoredReservedShare): string | undefined {
    return this.#options.ruleSet.nameOf({ door: 'peer', id }) ?? handedOut?.name
  }

  /** `device 2` if it has no name. */
  nameOf(share: StoredReservedShare): string {
    return this.givenName(share) ?? `device ${share.idx}`
  }

  /** Whether another member has this name. */
  isNameTaken(name: string, { id }: StoredReservedShare): boolean {
    const others = this.group?.members.map(({ pubkey }) => xOnly(pubkey)) ?? []
    return others.some((other) => {
      if (other === id) return false
      const taken = this.#options.ruleSet.nameOf({ door: 'peer', id: other })
      return taken?.toLowerCase() === name.toLowerCase()
    })
  }

  /** Compressed, 33 bytes, hex. */
  pubkeyOf({ idx }: Pick<StoredReservedShare, 'idx'>, group = this.group): string {
    return (group && memberAt(group, idx)?.pubkey) ?? ''
  }
}

export type ShareResult<T> = { ok: true; value: T } | Refusal

export interface Refusal extends Message {
  ok: false
  reason: 'input' | 'unknown' | 'state'
  /** The name of the device that has the share already. */
  replaces?: string
}

export const refusal = (reason: Refusal['reason'], why: Failure): Refusal => ({
  ok: false,
  ...messageOf(why),
  reason,
})

/** Why no device may be invited with a share; null: it may. @param name of the device */
export function inviteRefusal(
  share: StoredReservedShare,
  name: string,
  members: Members,
): Refusal | null {
  const { seckey, handedOut, provedAt } = share
  const device = members.nameOf(share)
  if (seckey === null) {
    return refusal('state', provedAt === null ? texts.lost : texts.done(device))
  }
  if (members.isSelf(share)) return refusal('state', texts.own)
  if (handedOut !== null) {
    const isOther = name !== '' && name !== handedOut.name
    return isOther ? refusal('state', texts.handedOut(handedOut.name)) : null
  }
  if (name === '') return refusal('input', texts.nameNeeded)
  if (members.isNameTaken(name, share)) return refusal('input', texts.nameTaken(name))
  return members.isOnline(share) ? refusal('state', texts.online(device)) : null
}

/**
 * Why a share may not be reserved for another device; null: it may.
 *
 * @param before what is stored of the same share
 * @param options.replaces the owner says that the device which had it is gone for good
 */
export function addRefusal(
  share: StoredReservedShare,
  before: StoredReservedShare | undefined,
  { members, replaces }: { members: Members; replaces: boolean },
): Refusal | null {
  if (members.isSelf(share)) return refusal('input', ofField('share', texts.own))
  if (before !== undefined && before.seckey !== null) return refusal('state', texts.kept)
  const device = members.nameOf(before ?? share)
  if (members.isOnline(share)) return refusal('state', texts.online(device))
  const isLostUnused = before?.seckey === null && before.handedOut === null
  const mayHaveDevice = before !== undefined && !isLostUnused
  if (replaces || (!mayHaveDevice && !members.wasHeard(share))) return null
  return { ...refusal('state', texts.replaces(device)), replaces: device }
}

/** A reserved share as the API shows it: without the share. */
export function viewOf(
  share: StoredReservedShare,
  { members, proofs, group }: { members: Members; proofs: DeviceProofs; group: GroupPackage },
): ReservedShare {
  const { id, idx: index, handedOut, seckey, provedAt, took } = share
  const state = stateOf(share, members)
  const name = members.givenName(share)
  const peer = members.peer(share)
  // A device runs on the share without having joined here: it has the share from elsewhere.
  const hasOtherDevice = handedOut?.joinedAt === null && seckey !== null && isRunning(peer)
  const problem = hasOtherDevice
    ? texts.hasOther
    : state === 'online'
      ? proofs.problemOf(id)
      : undefined
  return {
    index,
    pubkey: members.pubkeyOf(share, group),
    state,
    heardBefore: (handedOut === null || state === 'lost') && members.wasHeard(share),
    ...(name !== undefined && { name }),
    ...(handedOut !== null && { handedOutAt: iso(handedOut.at) }),
    ...(provedAt !== null && { provedAt: iso(provedAt), ...(took !== undefined && { took }) }),
    ...(problem !== undefined && { problem: problem.error, problemMessage: problem }),
    ...(peer?.areTwoDevices && { areTwoDevices: true }),
  }
}

export function stateOf(share: StoredReservedShare, members: Members): ReservedShare['state'] {
  if (share.seckey === null) return share.provedAt === null ? 'lost' : 'done'
  if (share.handedOut === null) return 'kept'
  const hasJoined = share.handedOut.joinedAt !== null
  return hasJoined && isRunning(members.peer(share)) ? 'online' : 'handedOut'
}

const iso = (ms: number): string => new Date(ms).toISOString()
