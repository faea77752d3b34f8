import type { PoliciesGiven } from '#contract/env.ts'
import type { Askable } from '#contract/rule-terms.ts'
import { ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/decide.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import { type GroupPackage, peerKeys } from '#protocol/v2/group.ts'
import type { Method } from '#protocol/v2/messages.ts'
import {
  type PolicyChoice,
  type PolicyChoices,
  type PolicyOverride,
  UNSET,
} from '#protocol/v2/profile.ts'
import { allows } from '#signer/peers/peers.ts'

/** What both profiles and peer policies can deny. */
const DENIED_AS = [
  ['request', 'sign', 'send.sign'],
  ['request', 'ecdh', 'send.ecdh'],
  ['respond', 'sign', 'receive.sign'],
  ['respond', 'ecdh', 'receive.ecdh'],
  ['respond', 'onboard', 'receive.onboard'],
] as const

/** What the owner can be asked about. */
const ASKED_AS = [
  ['sign', 'receive.sign'],
  ['ecdh', 'receive.ecdh'],
  ['onboard', 'receive.onboard'],
] as const

/**
 * Converts the overrides of a profile to peer policies. A denied ping denies its direction, because without pings
 * there are no nonces to sign with. Not converted: overrides of echoes; `ask` for pings and for our own
 * requests; and what is allowed or unset, because it is allowed here by default.
 *
 * @param overrides of peers; those that are not members are ignored
 */
export function policiesOfProfile(
  overrides: readonly PolicyOverride[],
  group: GroupPackage,
  self: string,
): PoliciesGiven {
  const peers = peerKeys(group).filter((pubkey) => pubkey !== self)
  return peers.flatMap((pubkey) => {
    const own = overrides.filter((override) => override.pubkey === pubkey)
    const has = (choice: PolicyChoice, direction: 'request' | 'respond', method: Method) =>
      own.some(({ policy }) => policy[direction][method] === choice)
    const denies = (direction: 'request' | 'respond', method: Method) =>
      has('deny', direction, method)
    const allowSend = !denies('request', 'ping')
    const allowReceive = !denies('respond', 'ping')
    const denied = DENIED_AS.flatMap(([direction, method, what]) =>
      denies(direction, method) ? [what] : [],
    )
    const asked = ASKED_AS.flatMap(([method, what]) =>
      has('ask', 'respond', method) && !denies('respond', method) ? [what] : [],
    )
    const isSet = !allowSend || !allowReceive || denied.length > 0 || asked.length > 0
    if (!isSet) return []
    return [{ pubkey, allowSend, allowReceive, denied, ...(asked.length > 0 && { asked }) }]
  })
}

/**
 * Converts what peer policies deny to the overrides of a profile. Pings are always answered here, so they stay
 * allowed.
 */
export const profileOverrides = (policies: PoliciesGiven): PolicyOverride[] =>
  policies.flatMap(({ pubkey, ...policy }) => {
    const denied = DENIED_AS.filter(([, , what]) => !allows(policy, what))
    const choices = (direction: 'request' | 'respond'): PolicyChoices => ({
      ...UNSET,
      ...Object.fromEntries(
        denied.flatMap(([of, method]) => (of === direction ? [[method, 'deny']] : [])),
      ),
    })
    const denying = { request: choices('request'), respond: choices('respond') }
    return denied.length === 0 ? [] : [{ pubkey: xOnly(pubkey), policy: denying }]
  })

const OPERATIONS = {
  'receive.sign': 'sign',
  'receive.ecdh': 'ecdh',
  'receive.onboard': 'onboard',
} as const satisfies Record<Askable, string>

/**
 * Drafts the rules that ask the owner, which the policies of new credentials require. Save them with the
 * credentials. There is no draft where a rule already refuses or asks: the new rule would be more specific, and
 * credentials must never allow more than the rules in force.
 */
export function draftAskRules(
  policies: PoliciesGiven,
  ruleSet: Pick<RuleSet, 'rules' | 'draft'>,
): Result<Rule[]> {
  const drafts: Rule[] = []
  for (const { pubkey, asked = [] } of policies) {
    const whom = { door: 'peer', id: xOnly(pubkey) } as const
    for (const operation of asked.map((what) => OPERATIONS[what])) {
      if (ruleSet.rules().some((rule) => isStrict(rule, whom.id, operation))) continue
      const draft = ruleSet.draft({ whom, operation, verdict: 'ask', for: 'ever' })
      if (!draft.ok) return draft
      drafts.push(draft.value)
    }
  }
  return ok(drafts)
}

/** Whether a rule refuses or asks about an operation of a peer. */
function isStrict(rule: Rule, peer: string, operation: string): boolean {
  const { whom, verdict } = rule
  const isAbout =
    whom === 'everyone' || (whom.door === 'peer' && (!('id' in whom) || whom.id === peer))
  // A rule about kinds is about signatures.
  const of = rule.operation ?? (rule.kinds === undefined ? operation : 'sign')
  return verdict !== 'allow' && isAbout && of === operation
}
