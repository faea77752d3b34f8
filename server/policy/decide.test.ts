import { expect, test } from 'vitest'
import { BLIND, operations } from '#contract/rule-terms.ts'
import {
  type Caller,
  doors,
  type Effect,
  type Operation,
  type Preset,
  type RuleRequest,
  ruleRequest,
  type Whom,
} from '#contract/rules.ts'
import { allowAllCallers, openRules } from '../../tests/support/rules.ts'
import { EVERYDAY_KINDS, IRREVERSIBLE_KINDS, includesKind } from './presets.ts'
import { reasonName } from './reasons.ts'
import type { PolicyRequest } from './request.ts'

const anna: Caller = { door: 'peer', id: 'a0'.repeat(32) }
const ben = 'b0'.repeat(32)

const event = (kind: number) => ({ kind, created_at: 1, tags: [], content: '' })

const sign = (kind: number, caller = anna): PolicyRequest => ({
  caller,
  operation: 'sign',
  subject: `event of kind ${kind}`,
  parts: [{ event: event(kind) }],
})
const blind: PolicyRequest = { caller: anna, operation: 'sign', subject: 'a hash', parts: [{}] }
const decrypt: PolicyRequest = {
  caller: anna,
  operation: 'nip44.decrypt',
  subject: 'a text',
  parts: [{ counterparty: ben }],
}

type Fields = Partial<Omit<RuleRequest, 'whom' | 'verdict'>>
const rule = (whom: Whom, verdict: Effect, fields: Fields = {}): RuleRequest =>
  ruleRequest.parse({ whom, verdict, ...fields })
const peers = { door: 'peer' } as const

interface Given {
  rules?: RuleRequest[]
  preset?: Preset
  suspended?: boolean
  stopped?: boolean
  blockedBy?: 'gone' | 'switch'
  byDefault?: Effect
}

/** The verdict on a request and its reason, such as `allow: rule 1`. */
function decided(asked: PolicyRequest, { rules = [], preset, suspended, ...given }: Given) {
  const { policyEngine, ruleSet, stop, close } = openRules({
    callers: {
      ...allowAllCallers,
      blockedBy: () => given.blockedBy ?? null,
      byDefault: () => given.byDefault ?? 'allow',
    },
  })
  for (const request of rules) expect(ruleSet.add(request)).toMatchObject({ ok: true })
  ruleSet.update(asked.caller, { ...(preset && { preset }), ...(suspended && { suspended }) })
  if (given.stopped) stop.stop()
  const { verdict, reason } = policyEngine.decide(asked, { openFor: 1_000 })
  close()
  return `${verdict}: ${reasonName(reason)}`
}

const allowAll = rule(anna, 'allow')
const refuseAll = rule(anna, 'refuse')

/** Each case also has what it outranks, with another verdict. */
const precedence: [string, PolicyRequest, Given, string][] = [
  ['the stop before a suspension', sign(1), { stopped: true, suspended: true }, 'refuse: stopped'],
  ['the stop before a rule', sign(1), { stopped: true, rules: [allowAll] }, 'refuse: stopped'],
  [
    'a suspension before a rule',
    sign(1),
    { suspended: true, rules: [allowAll] },
    'refuse: suspended',
  ],
  [
    'a caller that is gone before a rule',
    sign(1),
    { blockedBy: 'gone', rules: [allowAll] },
    'refuse: gone',
  ],
  ['a switch before a rule', sign(1), { blockedBy: 'switch', rules: [allowAll] }, 'refuse: switch'],
  ['never before a rule', sign(24_133), { rules: [allowAll] }, 'refuse: never'],
  [
    'one caller before a kind of caller, even for listed kinds of events',
    sign(1),
    { rules: [allowAll, rule(peers, 'refuse', { kinds: [1] })] },
    'allow: rule 1',
  ],
  [
    'a kind of caller before everyone, even for listed kinds of events',
    sign(1),
    { rules: [rule('everyone', 'refuse', { kinds: [1] }), rule(peers, 'allow')] },
    'allow: rule 2',
  ],
  [
    'a counterparty before an operation',
    decrypt,
    {
      rules: [
        rule(anna, 'refuse', { operation: 'nip44.decrypt' }),
        rule(anna, 'allow', { counterparty: ben }),
      ],
    },
    'allow: rule 2',
  ],
  [
    'listed kinds before an operation',
    sign(1),
    { rules: [rule(anna, 'refuse', { operation: 'sign' }), rule(anna, 'allow', { kinds: [1] })] },
    'allow: rule 2',
  ],
  [
    'an operation before any',
    sign(1),
    { rules: [refuseAll, rule(anna, 'allow', { operation: 'sign' })] },
    'allow: rule 2',
  ],
  [
    'of equal rules, refuse before ask',
    sign(1),
    { rules: [rule(anna, 'ask'), refuseAll] },
    'refuse: rule 2',
  ],
  [
    'of equal rules, ask before allow',
    sign(1),
    { rules: [allowAll, rule(anna, 'ask')] },
    'ask: rule 2',
  ],
  ['a rule before the preset', sign(0), { rules: [allowAll], preset: 'ask' }, 'allow: rule 1'],
  ['the preset before the default', sign(0), { preset: 'everyday' }, 'ask: preset everyday'],
  ['the default, if nothing else applies', sign(0), { byDefault: 'refuse' }, 'refuse: door'],
  [
    'a rule for another caller does not apply',
    sign(1),
    { rules: [rule({ ...anna, id: ben }, 'refuse')] },
    'allow: door',
  ],
  [
    'a rule for another kind of caller does not apply',
    sign(1),
    { rules: [rule({ door: 'app' }, 'refuse')] },
    'allow: door',
  ],
  [
    'a rule for another operation does not apply',
    sign(1),
    { rules: [rule(anna, 'refuse', { operation: 'ecdh' })] },
    'allow: door',
  ],
  [
    'a rule for another kind of event does not apply',
    sign(1),
    { rules: [rule(anna, 'refuse', { kinds: [[2, 9]] })] },
    'allow: door',
  ],
  [
    'a rule for kinds of events does not apply to a hash',
    blind,
    { rules: [rule(anna, 'refuse', { kinds: [[0, 65_535]] })] },
    'allow: door',
  ],
  [
    'a rule for hashes does not apply to an event',
    sign(1),
    { rules: [rule(anna, 'refuse', { kinds: [BLIND] })] },
    'allow: door',
  ],
  [
    'a rule for hashes applies to a hash',
    blind,
    { rules: [rule(anna, 'refuse', { kinds: [BLIND] })] },
    'refuse: rule 1',
  ],
]

test.each(precedence)('%s', (_, asked, given, verdict) => {
  expect(decided(asked, given)).toBe(verdict)
})

const never: [number, Caller['door'][]][] = [
  [14, ['app', 'program']],
  [15, ['app', 'program']],
  [24_133, [...doors]],
]

test.each(never)('an event of kind %i is never signed for %s', (kind, forbidden) => {
  for (const door of doors) {
    const asked = sign(kind, { door, id: 'any' })
    const isForbidden = forbidden.includes(door)
    expect(decided(asked, { preset: 'all' })).toBe(
      isForbidden ? 'refuse: never' : 'allow: preset all',
    )
  }
})

const ordinary = [1, 7, 30_023]
const undoable = [9, 11]
const unknown = [999]
const replaced = [0, 3, 10_002, 30_000, 39_999]
const sentOrSpent = [4, 5, 13, 62, 1_059, 13_194, 22_242, 23_194, 23_195, 27_235]
const irreversible = [...replaced, ...sentOrSpent]
const someKinds = [...ordinary, ...undoable, ...unknown, ...irreversible]
const others = operations.filter((operation) => operation !== 'sign')
const readsOrHandsOut: Operation[] = ['nip44.decrypt', 'nip04.decrypt', 'ecdh', 'onboard']

const asks: [Preset, number[], Operation[]][] = [
  ['ask', someKinds, others],
  ['everyday', [...undoable, ...unknown, ...irreversible], readsOrHandsOut],
  ['careful', [...unknown, ...irreversible], readsOrHandsOut],
  ['all', [], readsOrHandsOut],
]

test.each(asks)('the preset %s asks about exactly what it should', (preset, kinds, rest) => {
  const isAsked = (asked: PolicyRequest) => decided(asked, { preset }).startsWith('ask')
  expect(someKinds.filter((kind) => isAsked(sign(kind)))).toEqual(kinds)
  expect(others.filter((operation) => isAsked({ ...decrypt, operation }))).toEqual(rest)
  expect(isAsked(blind)).toBe(preset !== 'all')
})

test("no everyday kind is among those that can't be undone", () => {
  const both = [...EVERYDAY_KINDS.keys()].filter((kind) => includesKind(IRREVERSIBLE_KINDS, kind))
  expect(both).toEqual([])
})

test('the strictest verdict applies to all events that are signed together', () => {
  const batch: PolicyRequest = {
    ...blind,
    parts: [1, 7, 0, 5, 1].map((kind) => ({ event: event(kind) })),
  }
  const rules = [rule(anna, 'ask', { kinds: [0] }), rule(anna, 'refuse', { kinds: [5] })]
  expect(decided(batch, { rules })).toBe('refuse: rule 2')
  expect(decided(batch, { rules: rules.slice(0, 1) })).toBe('ask: rule 1')
  expect(decided(batch, {})).toBe('allow: door')
})
