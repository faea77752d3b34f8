import { validation } from '#contract/messages.ts'
import { validateRelaySettings } from '#contract/relay-url.ts'
import type { Curve } from '#crypto/curve/port.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { hasBech32mAlphabet } from '../bech32m.ts'
import { COMBINED_CHARS_MAX, COMBINED_CHARS_MIN, COMBINED_PREFIX } from '../limits.ts'
import { validateGroup } from './group.ts'
import type { GroupPackage, SharePackage } from './packages.ts'
import { validateShare } from './share.ts'

/**
 * Checks a combined credential (`bfcred1…`) by prefix, length and alphabet, and returns it without
 * the space around it. Generation 1 defines no layout for its content.
 */
export function validateCombined(text: unknown): Result<string> {
  const credential = typeof text === 'string' ? text.trim() : ''
  if (credential === '') return fail(validation.combinedRequired)
  if (!credential.startsWith(COMBINED_PREFIX)) return fail(validation.combinedPrefix)
  if (credential.length < COMBINED_CHARS_MIN)
    return fail(validation.combinedTooShort(COMBINED_CHARS_MIN))
  if (credential.length > COMBINED_CHARS_MAX)
    return fail(validation.combinedTooLong(COMBINED_CHARS_MAX))
  if (!hasBech32mAlphabet(credential, COMBINED_PREFIX)) return fail(validation.combinedBech32m)
  return ok(credential)
}

/** Credentials and relays as text, not yet checked. */
export interface CredentialSetTexts {
  group: unknown
  shares: readonly unknown[]
  relays: readonly unknown[]
}

/** A checked set: decoded credentials and normalised relay URLs without duplicates. */
export interface CredentialSet {
  group: GroupPackage
  shares: SharePackage[]
  relays: string[]
}

/** A checked set, or every reason against it, each naming the part it is about. */
export type CredentialSetResult =
  | { ok: true; value: CredentialSet }
  | { ok: false; errors: string[] }

/** Checks each share; the errors read 'Share 2: …'. An empty list is an error. */
export function validateShares(
  texts: readonly unknown[],
): { ok: true; value: SharePackage[] } | { ok: false; errors: string[] } {
  if (texts.length === 0) return { ok: false, errors: [validation.noShares] }
  const shares: SharePackage[] = []
  const errors: string[] = []
  for (const [at, text] of texts.entries()) {
    const share = validateShare(text)
    if (share.ok) shares.push(share.value)
    else errors.push(validation.shareItem(at + 1, share.error))
  }
  return errors.length === 0 ? { ok: true, value: shares } : { ok: false, errors }
}

/**
 * A set is valid when its group, every share and every relay are, and there is at least one share
 * and one relay. `checkCompatibility` says whether the shares belong to the group.
 */
export function validateCredentialSet(set: CredentialSetTexts, curve: Curve): CredentialSetResult {
  const group = validateGroup(set.group, curve)
  const shares = validateShares(set.shares)
  const relays = validateRelaySettings(set.relays)
  if (group.ok && shares.ok && relays.ok)
    return { ok: true, value: { group: group.value, shares: shares.value, relays: relays.value } }
  return {
    ok: false,
    errors: [
      ...(group.ok ? [] : [group.error]),
      ...(shares.ok ? [] : shares.errors),
      ...(relays.ok ? [] : relays.errors),
    ],
  }
}
