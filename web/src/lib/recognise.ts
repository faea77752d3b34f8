import { cleanLink, inSmallLetters } from '#contract/pasted-link.ts'
import { sealedKind } from './sealed-package.ts'

/** What a text is that may have been put into the wrong place. */
export type Recognised = 'nsec' | 'npub' | 'invitation' | 'app'

/** A word of bech32, in one case as the standard wants; short ones are somebody typing. */
const WORD = (prefix: string) => new RegExp(`(?<![a-z0-9])(?:${prefix})1[ac-hj-np-z02-9]{20,}`, 'i')
const NSEC = WORD('nsec')
const NPUB = WORD('npub|nprofile')
const APP = /^(web\+)?(nostrconnect|bunker):/i
/** The length of the shortest possible invitation. Characters. */
const INVITATION_MIN = 60

/**
 * A key, an address, an invitation or an app's link in a text; null when there is none. An nsec counts
 * wherever it stands, since nobody means to show one.
 */
export function recognise(text: string): Recognised | null {
  const trimmed = cleanLink(text)
  if (NSEC.test(trimmed)) return 'nsec'
  if (APP.test(trimmed)) return 'app'
  if (sealedKind(inSmallLetters(trimmed)) === 'bfonboard' && trimmed.length >= INVITATION_MIN)
    return 'invitation'
  return NPUB.test(trimmed) ? 'npub' : null
}

/** The secret key in a text that `recognise` took for one. */
export const nsecIn = (text: string): string => NSEC.exec(text)?.[0] ?? ''
