import { type KindTexts, kindWords } from './kind-words.ts'
import type { Question } from './questions.ts'
import type { Operation } from './rules.ts'
import { deeds } from './texts/deeds.ts'
import { kinds } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** What is asked for, as far as one sentence says it. */
export interface Deed {
  operation: Operation
  /** Of the events to be signed; undefined: they are not shown. */
  kinds: readonly number[] | undefined
  /** How many signatures or keys are asked for. */
  count: number
  /** Whom something is encrypted for or was sent by, by name or by a short key. */
  counterparty: string | undefined
}

/** The texts that a deed is worded with. */
export interface DeedTexts {
  kinds: KindTexts
  deeds: Translation<typeof deeds>
}

const english: DeedTexts = { kinds, deeds }

/**
 * What a question asks for, to follow 'wants to' or 'may'; nothing of what an event says.
 *
 * @param nameOf what the counterparty is called, given its x-only key, or how that key is shown
 */
export function questionWords(
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
  return deedWords(deed, texts)
}

/** What is asked for, to follow 'wants to' or 'may'; nothing of what an event says. */
export function deedWords(deed: Deed, texts = english): string {
  const { operation, count, counterparty } = deed
  const words = texts.deeds
  switch (operation) {
    case 'sign':
      return deed.kinds === undefined ? words.unshown(count) : signWords(deed.kinds, texts)
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

function signWords(kinds: readonly number[], texts: DeedTexts): string {
  const [kind = 0] = kinds
  const isOne = kinds.every((other) => other === kind)
  if (!isOne) return texts.deeds.different(kinds.length)
  const deed = kindWords(kind, texts.kinds)?.deed ?? texts.deeds.ofKind(kind)
  return kinds.length === 1 ? deed : texts.deeds.times(deed, kinds.length)
}
