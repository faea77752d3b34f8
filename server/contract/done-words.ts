import { kindWords } from './kind-words.ts'
import { type Deed, type DeedTexts, deedWords } from './question-words.ts'
import { deeds } from './texts/deeds.ts'
import { done } from './texts/done.ts'
import { kinds } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** A use of the key, or one that did not come to be. */
export interface DoneDeed extends Deed {
  /**
   * - done, failed: this signer tried
   * - refused: it may not
   * - asked: nothing more is known
   */
  end: 'done' | 'failed' | 'refused' | 'asked'
  /** The signature is another device's, which this one took part in. */
  isCoSigned: boolean
  /** With how many people messages were read or written. */
  people: number
}

/** The texts that what was done is worded with. */
export interface DoneTexts extends DeedTexts {
  done: Translation<typeof done>
}

const english: DoneTexts = { kinds, deeds, done }

/** What was done, or not, as a sentence begins; nothing of what an event says. */
export function doneWords(deed: DoneDeed, all = english): string {
  const { operation, end, count } = deed
  const texts = all.done
  if (end === 'refused') return texts.refused(deedWords(deed, all))
  if (end === 'asked') return texts.asked(deedWords(deed, all))
  const isDone = end === 'done'
  const whom = deed.counterparty ?? (deed.people > 1 ? texts.people(deed.people) : texts.someone)
  switch (operation) {
    case 'sign':
      return wayToSign(deed, texts)(signedThing(deed, all))
    case 'nip44.encrypt':
    case 'nip04.encrypt':
      return isDone ? texts.encrypted(count, whom) : texts.couldNot.encrypt(whom)
    case 'nip44.decrypt':
    case 'nip04.decrypt':
      return (isDone ? texts.read : texts.couldNot.read)(count, whom)
    case 'ecdh':
      return (isDone ? texts.helped : texts.couldNot.help)(whom)
    case 'onboard':
      return isDone ? texts.gaveGroup : texts.couldNot.giveGroup
  }
}

function wayToSign(
  { end, isCoSigned }: DoneDeed,
  texts: DoneTexts['done'],
): (thing: string) => string {
  if (end !== 'done') return isCoSigned ? texts.couldNot.coSign : texts.couldNot.sign
  return isCoSigned ? texts.coSigned : texts.signed
}

function signedThing({ kinds, count }: Deed, all: DoneTexts): string {
  const texts = all.done
  if (kinds === undefined) return texts.unshown(count)
  const [kind = 0] = kinds
  if (kinds.some((other) => other !== kind)) return texts.different(kinds.length)
  const thing = kindWords(kind, all.kinds)?.thing ?? texts.ofKind(kind)
  return kinds.length === 1 ? thing : texts.times(thing, kinds.length)
}
