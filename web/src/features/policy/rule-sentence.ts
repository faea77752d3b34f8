import { describeKind } from '#contract/describe-kind.ts'
import type { RuleRequest } from '#contract/rules.ts'
import { rules, kinds as words } from '../../texts/texts.ts'
import type { Names } from '../settings/use-names.ts'

const texts = rules.sentence

/** What a rule's sentence says of it: not whom it concerns, nor how long it holds. */
export type DescribedRule = Pick<
  RuleRequest,
  'operation' | 'kinds' | 'counterparty' | 'verdict' | 'limit'
>

/** A rule as a sentence without a full stop: `May publish a note, at most 60 times an hour; …`. */
export function ruleSentence(rule: DescribedRule, names: Pick<Names, 'or'>): string {
  const deed = deedOf(rule, names)
  switch (rule.verdict) {
    case 'allow':
      return texts.allow(deed, limitOf(rule))
    case 'ask':
      return texts.ask(deed)
    case 'refuse':
      return texts.refuse(deed)
  }
}

function limitOf({ limit }: DescribedRule): string {
  if (limit === undefined) return ''
  return texts.limit(limit.count, texts.per[limit.per], texts.beyond[limit.beyond])
}

function deedOf(
  { operation, kinds, counterparty }: DescribedRule,
  names: Pick<Names, 'or'>,
): string {
  if (kinds !== undefined) return listed(kinds.map(kindDeed))
  const who = counterparty === undefined ? texts.anyone : names.or(counterparty)
  switch (operation) {
    case undefined:
      return counterparty === undefined ? texts.anything : texts.anythingWith(who)
    case 'sign':
      return texts.sign
    case 'onboard':
      return texts.onboard
    case 'ecdh':
      return texts.ecdh(who)
    default: {
      const [nip, direction] = operation.split('.') as ['nip44' | 'nip04', 'encrypt' | 'decrypt']
      return texts.in(texts[direction](who), nip === 'nip44' ? 'NIP-44' : 'NIP-04')
    }
  }
}

function kindDeed(kind: NonNullable<DescribedRule['kinds']>[number]): string {
  if (typeof kind === 'string') return texts.blind
  if (typeof kind === 'number') return describeKind(kind, words)?.deed ?? texts.kind(kind)
  return texts.kindRange(...kind)
}

/** Joins the deeds, each once: some kinds share their words. */
function listed(deeds: readonly string[]): string {
  const different = [...new Set(deeds)]
  const last = different.pop() ?? ''
  return different.length === 0 ? last : different.join(', ') + texts.and + last
}
