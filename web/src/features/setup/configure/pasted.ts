import { isJsonText } from '#contract/keysets.ts'
import { SHARE_PREFIX } from '#contract/limits.ts'
import { pastedCredentials } from '#web/lib/pasted-credentials.ts'
import { recognise } from '#web/lib/recognise.ts'
import { isSealed } from '#web/lib/sealed-package.ts'
import { joining, configure as texts } from '#web/texts/texts.ts'
import type { TextField } from './form.ts'

/** What a paste does to the form: what goes into which field, and what to say about it. */
interface Pasted {
  share?: string
  group?: string
  /** null: it went where it was pasted. */
  notice: string | null
}

/**
 * Where credentials pasted into a field go. Only a person knows which of several shares is for this
 * signer.
 *
 * A key, an address or an app's link goes into the share's field, which is masked, and where the page
 * says what it is.
 *
 * @returns null when there is none of it: the browser then pastes as always
 */
export function readPasted(text: string, into: TextField): Pasted | null {
  const found = pastedCredentials(text)
  if (found === null) return recognise(text) === null ? null : { share: text.trim(), notice: null }
  const { group } = found
  // A long word beside them may be anything, such as a public key.
  const shares = found.shares.filter(isShare)
  const [share, ...more] = new Set(shares)
  const several = more.length > 0
  return {
    ...(share === undefined || several ? {} : { share }),
    ...(group === undefined ? {} : { group }),
    notice: several ? texts.severalShares(more.length + 1) : hintOf(share, group, into),
  }
}

const isShare = (word: string): boolean =>
  word.startsWith(SHARE_PREFIX) || isJsonText(word) || isSealed(word)

function hintOf(share: string | undefined, group: string | undefined, into: TextField) {
  if (share !== undefined && group !== undefined) return texts.filledBoth
  if (share !== undefined) {
    if (into === 'share') return null
    return isSealed(share) ? joining.moved : texts.movedShare
  }
  return into === 'group' ? null : texts.movedGroup
}
