import { readIglooShare } from '#contract/igloo-share.ts'
import { SHARE_CHARS_MAX, SHARE_PREFIX } from '#contract/limits.ts'
import type { PackageAnswer } from '#contract/packages.ts'

/** What a password opens: packages of the 2026 protocol, and shares that igloo's programs have saved. */
export type SealedKind = Exclude<PackageAnswer['type'], 'relays'>

/** A word of bech32m: the prefix, '1', and the alphabet, in which there is no b, i, o and 1. */
const SEALED = /^(bfshare|bfonboard|bfprofile)1[ac-hj-np-z02-9]*$/

/**
 * What kind of sealed package a text is meant to be; null when none. 1.x also uses the prefix
 * bfshare, for shares that all have one length; every package is longer.
 */
export function sealedKind(text: string): SealedKind | null {
  const credential = text.trim()
  if (readIglooShare(credential) !== null) return 'igloo-share'
  if (credential.startsWith(`${SHARE_PREFIX}1`)) {
    return credential.length > 2 * SHARE_CHARS_MAX ? SHARE_PREFIX : null
  }
  return (
    (['bfonboard', 'bfprofile'] as const).find((kind) => credential.startsWith(`${kind}1`)) ?? null
  )
}

export const isSealed = (word: string): boolean => sealedKind(word) !== null

/** The longest line that mail programs leave unbroken. Characters. */
const WRAPPED_LINE_MAX = 100

/** A sealed package that is alone in a text, perhaps broken over lines; null when there is none. */
export function wrappedPackage(text: string): string | null {
  const lines = text.trim().split(/\s+/)
  const joined = lines.join('')
  if (lines.length < 2 || lines.some(({ length }) => length > WRAPPED_LINE_MAX)) return null
  return SEALED.test(joined) && isSealed(joined) ? joined : null
}
