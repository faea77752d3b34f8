import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { Members } from './members.ts'
import type { StoredReservedShare } from './ports.ts'

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
