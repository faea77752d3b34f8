import { kindWords } from './kind-words.ts'
import type { Question } from './questions.ts'
import type { Operation } from './rules.ts'

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

/**
 * What a question asks for, to follow 'wants to' or 'may'; nothing of what an event says.
 *
 * @param nameOf what the counterparty is called, given its x-only key, or how that key is shown
 */
export function questionWords(
  { operation, kind, events, count, counterparty }: Question,
  nameOf: (pubkey: string) => string,
): string {
  return deedWords({
    operation,
    kinds: kind === undefined ? events?.map((event) => event.kind) : [kind],
    count,
    counterparty: counterparty === undefined ? undefined : nameOf(counterparty),
  })
}

/** What is asked for, to follow 'wants to' or 'may'; nothing of what an event says. */
export function deedWords({ operation, kinds, count, counterparty }: Deed): string {
  const others = counterparty ?? (count === 1 ? 'someone' : `${count} others`)
  switch (operation) {
    case 'sign':
      return kinds === undefined ? blindWords(count) : signWords(kinds)
    case 'nip44.encrypt':
    case 'nip04.encrypt':
      return `encrypt a text for ${others}`
    case 'nip44.decrypt':
    case 'nip04.decrypt':
      return `read what ${others} sent you`
    case 'ecdh':
      return `read and write private messages with ${others}`
    case 'onboard':
      return 'be given the group'
  }
}

const blindWords = (count: number): string =>
  count === 1
    ? 'sign something that it does not show'
    : `sign ${count} things that it does not show`

function signWords(kinds: readonly number[]): string {
  const [kind = 0] = kinds
  const isOne = kinds.every((other) => other === kind)
  if (!isOne) return `sign ${kinds.length} events of different kinds`
  const deed = kindWords(kind)?.deed ?? `sign an event of kind ${kind}`
  return kinds.length === 1 ? deed : `${deed}, ${kinds.length} times`
}
