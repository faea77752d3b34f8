import { describeKind, type KindTexts } from './describe-kind.ts'
import type { Question } from './questions.ts'
import type { Operation } from './rules.ts'
import { deeds } from './texts/deeds.ts'
import { done } from './texts/done.ts'
import { kinds } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** What is asked for, as far as one sentence says it. */
interface KeyUse {
  operation: Operation
  /** Of the events to be signed; undefined: they are not shown. */
  kinds: readonly number[] | undefined
  /** How many signatures or keys are asked for. */
  count: number
  /** Whom something is encrypted for or was sent by, by name or by a short key. */
  counterparty: string | undefined
}

/** The texts that a deed is worded with. */
export interface UseTexts {
  kinds: KindTexts
  deeds: Translation<typeof deeds>
}

const english: UseTexts = { kinds, deeds }

/**
 * What a question asks for, to follow 'wants to' or 'may'; nothing of what an event says.
 *
 * @param nameOf what the counterparty is called, given its x-only key, or how that key is shown
 */
export function describeQuestion(
  { operation, kind, events, count, counterparty }: Question,
  nameOf: (pubkey: string) => string,
  texts = english,
): string {
  const deed = {
    operation,
    kinds: kind === undefined ? events?.map((event) => event.kind) : [kind],
    count,
    counterparty: counterparty === undefined ? undefined : nameOf(counterparty),
  }
  return describeKeyUse(deed, texts)
}

/** What is asked for, to follow 'wants to' or 'may'; nothing of what an event says. */
export function describeKeyUse(deed: KeyUse, texts = english): string {
  const { operation, count, counterparty } = deed
  const words = texts.deeds
  switch (operation) {
    case 'sign':
      return deed.kinds === undefined ? words.unshown(count) : describeSignature(deed.kinds, texts)
    case 'nip44.encrypt':
    case 'nip04.encrypt':
      return words.encrypt(counterparty ?? words.others.encrypt(count))
    case 'nip44.decrypt':
    case 'nip04.decrypt':
      return words.read(counterparty ?? words.others.read(count))
    case 'ecdh':
      return words.exchange(counterparty ?? words.others.exchange(count))
    case 'onboard':
      return words.group
  }
}

function describeSignature(kinds: readonly number[], texts: UseTexts): string {
  const [kind = 0] = kinds
  const isOne = kinds.every((other) => other === kind)
  if (!isOne) return texts.deeds.different(kinds.length)
  const deed = describeKind(kind, texts.kinds)?.deed ?? texts.deeds.ofKind(kind)
  return kinds.length === 1 ? deed : texts.deeds.times(deed, kinds.length)
}

/** A use of the key, or one that did not come to be. */
export interface PastKeyUse extends KeyUse {
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
interface PastUseTexts extends UseTexts {
  done: Translation<typeof done>
}

const englishPast: PastUseTexts = { kinds, deeds, done }

/** What was done, or not, as a sentence begins; nothing of what an event says. */
export function describePastUse(deed: PastKeyUse, all = englishPast): string {
  const { operation, end, count } = deed
  const texts = all.done
  if (end === 'refused') return texts.refused(describeKeyUse(deed, all))
  if (end === 'asked') return texts.asked(describeKeyUse(deed, all))
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
  { end, isCoSigned }: PastKeyUse,
  texts: PastUseTexts['done'],
): (thing: string) => string {
  if (end !== 'done') return isCoSigned ? texts.couldNot.coSign : texts.couldNot.sign
  return isCoSigned ? texts.coSigned : texts.signed
}

function signedThing({ kinds, count }: KeyUse, all: PastUseTexts): string {
  const texts = all.done
  if (kinds === undefined) return texts.unshown(count)
  const [kind = 0] = kinds
  if (kinds.some((other) => other !== kind)) return texts.different(kinds.length)
  const thing = describeKind(kind, all.kinds)?.thing ?? texts.ofKind(kind)
  return kinds.length === 1 ? thing : texts.times(thing, kinds.length)
}
