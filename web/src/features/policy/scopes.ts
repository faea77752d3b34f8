import { describeQuestion } from '#contract/describe-use.ts'
import type { Question, Remember } from '#contract/questions.ts'
import { LOGIN_KINDS } from '#contract/rule-terms.ts'
import { deeds, kinds, questions as texts } from '../../texts/texts.ts'
import type { Names } from '../settings/use-names.ts'

/** What an answer can be remembered for, the narrowest first. */
export function scopesOf(
  question: Question,
  names: Names,
): { value: Remember['scope']; text: string }[] {
  const { operation, kind, counterparty } = question
  const words = texts.scopes
  return [
    ...(kind === undefined
      ? []
      : [
          {
            value: 'kind' as const,
            text: words.kind(describeQuestion(question, names.or, { kinds, deeds })),
          },
        ]),
    ...(counterparty === undefined
      ? []
      : [{ value: 'counterparty' as const, text: words.counterparty(names.or(counterparty)) }]),
    { value: 'operation', text: words.operation[wordOf(operation)] },
  ]
}

function wordOf(operation: Question['operation']): keyof typeof texts.scopes.operation {
  if (operation === 'sign' || operation === 'ecdh' || operation === 'onboard') return operation
  return operation.endsWith('.encrypt') ? 'encrypt' : 'decrypt'
}

/**
 * Whether a question is about a login. Its answer is remembered for ten minutes at most: whoever holds a login is taken
 * for the owner.
 */
export const isLogin = ({ kind, events = [] }: Question): boolean =>
  [kind, ...events.map((event) => event.kind)].some((one = -1) => LOGIN_KINDS.has(one))
