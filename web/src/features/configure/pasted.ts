import { isJsonText } from '../../../../server/contract/json-text.ts'
import { SHARE_PREFIX } from '../../../../server/contract/limits.ts'
import { configure as texts } from '../../../../server/contract/texts/configure.ts'
import { joining } from '../../../../server/contract/texts/joining.ts'
import { pastedCredentials } from '../../lib/pasted-credentials.ts'
import { isSealed } from '../../lib/sealed-package.ts'

/** What a paste does to the form: what goes into which field, and what there is to say of it. */
export interface Pasted {
  share?: string
  group?: string
  /** null: it went where the person put it. */
  notice: string | null
}

type Field = 'name' | 'share' | 'group'

/**
 * Where the credentials go that were pasted into a field. Which of several shares is for this
 * signer, only a person knows.
 *
 * @returns null when there is none: the browser then pastes as always
 */
export function readPasted(text: string, into: Field): Pasted | null {
  const found = pastedCredentials(text)
  if (found === null) return null
  const { group } = found
  // A long word beside them may be anything, as a public key.
  const shares = found.shares.filter(isShare)
  const [share, ...more] = new Set(shares)
  const several = more.length > 0
  return {
    ...(share === undefined || several ? {} : { share }),
    ...(group === undefined ? {} : { group }),
    notice: several ? texts.severalShares(more.length + 1) : noticeOf(share, group, into),
  }
}

const isShare = (word: string): boolean =>
  word.startsWith(SHARE_PREFIX) || isJsonText(word) || isSealed(word)

function noticeOf(share: string | undefined, group: string | undefined, into: Field) {
  if (share !== undefined && group !== undefined) return texts.filledBoth
  if (share !== undefined) {
    if (into === 'share') return null
    return isSealed(share) ? joining.moved : texts.movedShare
  }
  return into === 'group' ? null : texts.movedGroup
}
