import { describeKind, type KindTexts } from './describe-kind.ts'
import type { Question } from './questions.ts'
import type { Operation } from './rules.ts'
import { deeds } from './texts/deeds.ts'
import type { done } from './texts/done.ts'
import { kinds } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** A use of the key that is asked for, as far as one sentence describes it. */
interface KeyUse {
  operation: Operation
  /** Of the events to be signed; undefined: they are not shown. */
  kinds: readonly number[] | undefined
  /** How many signatures or keys are asked for. */
  count: number
  /** Whom something is encrypted for or was sent by, by name or by a short key. */
  counterparty: string | undefined
}

/** The texts of `describeKeyUse`. */
export interface UseTexts {
  kinds: KindTexts
  deeds: Translation<typeof deeds>
}

const english: UseTexts = { kinds, deeds }

/**
 * What a question asks for, to follow 'wants to' or 'may'. Quotes nothing from an event.
 *
 * @param nameOf the counterparty's name, or its shortened key, by its x-only key
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

/** A use of the key, to follow 'wants to' or 'may'. Quotes nothing from an event. */
export function describeKeyUse(deed: KeyUse, texts = english): string {
  const { operation, count, counterparty } = deed
  const { deeds } = texts
  switch (operation) {
    case 'sign':
      return deed.kinds === undefined ? deeds.unshown(count) : describeSignature(deed.kinds, texts)
    case 'nip44.encrypt':
    case 'nip04.encrypt':
      return deeds.encrypt(counterparty ?? deeds.others.encrypt(count))
    case 'nip44.decrypt':
    case 'nip04.decrypt':
      return deeds.read(counterparty ?? deeds.others.read(count))
    case 'ecdh':
      return deeds.exchange(counterparty ?? deeds.others.exchange(count))
    case 'onboard':
      return deeds.group
  }
}

function describeSignature(kinds: readonly number[], texts: UseTexts): string {
  const [kind = 0] = kinds
  const isOne = kinds.every((other) => other === kind)
  if (!isOne) return texts.deeds.different(kinds.length)
  const deed = describeKind(kind, texts.kinds)?.deed ?? texts.deeds.ofKind(kind)
  return kinds.length === 1 ? deed : texts.deeds.times(deed, kinds.length)
}

/** A past use of the key, or an attempt. */
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

/** The texts of `describePastUse`. */
interface PastUseTexts extends UseTexts {
  done: Translation<typeof done>
}

/** A past use or attempt, as the beginning of a sentence. Quotes nothing from an event. */
export function describePastUse(deed: PastKeyUse, all: PastUseTexts): string {
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
