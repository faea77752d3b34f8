import type { PoliciesGiven } from '#contract/env.ts'
import type { Askable } from '#contract/rule-terms.ts'
import { ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/rule.ts'
import type { RuleBook } from '#policy/rule-set.ts'

const OPERATIONS = {
  'receive.sign': 'sign',
  'receive.ecdh': 'ecdh',
  'receive.onboard': 'onboard',
} as const satisfies Record<Askable, string>

/**
 * The rules by which the owner is asked about what policies that come with credentials want to be asked
 * about: drafts, to be kept with the credentials. Where a rule refuses or asks already there is none, because the
 * new one would be the more specific: what comes with credentials never extends what is in force.
 */
export function draftAsking(
  policies: PoliciesGiven,
  book: Pick<RuleBook, 'rules' | 'draft'>,
): Result<Rule[]> {
  const drafts: Rule[] = []
  for (const { pubkey, asked = [] } of policies) {
    const whom = { door: 'peer', id: xOnly(pubkey) } as const
    for (const operation of asked.map((what) => OPERATIONS[what])) {
      if (book.rules().some((rule) => isStrict(rule, whom.id, operation))) continue
      const draft = book.draft({ whom, operation, verdict: 'ask', for: 'ever' })
      if (!draft.ok) return draft
      drafts.push(draft.value)
    }
  }
  return ok(drafts)
}

/** Whether a rule keeps a peer from having something without a question. */
function isStrict(rule: Rule, peer: string, operation: string): boolean {
  const { whom, verdict } = rule
  const isAbout =
    whom === 'everyone' || (whom.door === 'peer' && (!('id' in whom) || whom.id === peer))
  // A rule about kinds is about signatures.
  const of = rule.operation ?? (rule.kinds === undefined ? operation : 'sign')
  return verdict !== 'allow' && isAbout && of === operation
}
