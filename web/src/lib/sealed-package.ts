import { SHARE_CHARS_MAX, SHARE_PREFIX } from '../../../server/contract/limits.ts'
import type { PackageAnswer } from '../../../server/contract/packages.ts'

/** What the 2026 generation seals with a password. */
export type SealedKind = Exclude<PackageAnswer['type'], 'relays'>

/** A word of bech32m: the prefix, '1', and the alphabet, in which there is no b, i, o and 1. */
const SEALED = /^(bfshare|bfonboard|bfprofile)1[ac-hj-np-z02-9]*$/

/**
 * What kind of sealed package a text is meant as; null when as none. 1.x has the prefix bfshare too,
 * for shares that are all of one length, which no package is as short as.
 */
export function sealedKind(text: string): SealedKind | null {
  const credential = text.trim()
  if (credential.startsWith(`${SHARE_PREFIX}1`)) {
    return credential.length > 2 * SHARE_CHARS_MAX ? SHARE_PREFIX : null
  }
  return (
    (['bfonboard', 'bfprofile'] as const).find((kind) => credential.startsWith(`${kind}1`)) ?? null
  )
}

export const isSealed = (word: string): boolean => sealedKind(word) !== null

/** What mail programs break lines at, at the most. Characters. */
const WRAPPED_LINE_MAX = 100

/** A sealed package that stands alone in a text, broken over lines; null when none does. */
export function wrappedPackage(text: string): string | null {
  const lines = text.trim().split(/\s+/)
  const joined = lines.join('')
  if (lines.length < 2 || lines.some(({ length }) => length > WRAPPED_LINE_MAX)) return null
  return SEALED.test(joined) && isSealed(joined) ? joined : null
}
