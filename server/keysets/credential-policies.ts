import type { Askable } from '#contract/deniable.ts'
import type { PoliciesGiven } from '#contract/env.ts'
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

/** What both a profile and we can deny: in its words, and in ours. */
const DENIED_AS = [
  ['request', 'sign', 'send.sign'],
  ['request', 'ecdh', 'send.ecdh'],
  ['respond', 'sign', 'receive.sign'],
  ['respond', 'ecdh', 'receive.ecdh'],
  ['respond', 'onboard', 'receive.onboard'],
] as const

/** What the owner can be asked about: in a profile's words, and in ours. */
const ASKED_AS = [
  ['sign', 'receive.sign'],
  ['ecdh', 'receive.ecdh'],
  ['onboard', 'receive.onboard'],
] as const

/**
 * The peers that a profile denies something or has its owner asked about, as policies of ours. A denied ping
 * denies its direction, because without pings there are no nonces to sign with. Rules about echoes are not
 * carried over, nor questions about pings or about our own requests; and what is allowed or unset is what a peer
 * may do here anyway.
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
 * What is denied here, in the form that a device of another make accepts. What is allowed need not
 * be said, and pings are always answered here, so they stay allowed there.
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
 * The rules by which the owner is asked about what policies that come with credentials want to be asked
 * about: drafts, to be kept with the credentials. Where a rule refuses or asks already there is none, because the
 * new one would be the more specific: what comes with credentials never extends what is in force.
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

/** Whether a rule keeps a peer from having something without a question. */
function isStrict(rule: Rule, peer: string, operation: string): boolean {
  const { whom, verdict } = rule
  const isAbout =
    whom === 'everyone' || (whom.door === 'peer' && (!('id' in whom) || whom.id === peer))
  // A rule about kinds is about signatures.
  const of = rule.operation ?? (rule.kinds === undefined ? operation : 'sign')
  return verdict !== 'allow' && isAbout && of === operation
}
