import { describe, expect, it } from 'vitest'
import { describeKind } from '#contract/describe-kind.ts'
import { ruleRequest } from '#contract/rules.ts'
import {
  EMPTY_FORM,
  hasCounterparty,
  KIND_GROUPS,
  parseKinds,
  type RuleForm,
  ruleOf,
  WHATS,
} from './rule-form.ts'

const BEN = 'b'.repeat(64)
const whom = { door: 'peer', id: 'a'.repeat(64) } as const

const fill = (form: Partial<RuleForm>) =>
  ruleOf({ ...EMPTY_FORM, ...form }, whom, (npub) => (npub === 'npub1ben' ? BEN : undefined))

describe('a new rule', () => {
  it('is about the kinds that were chosen and those that were typed', () => {
    expect(fill({ kinds: [1, 7], otherKinds: '1984, 30000-30010' })).toEqual({
      ok: true,
      rule: {
        ...{ whom, verdict: 'allow', for: 'ever' },
        ...{ operation: 'sign', kinds: [1, 7, 1984, [30_000, 30_010]] },
      },
    })
  })

  it('has a limit only where it allows something', () => {
    const limited = {
      what: 'any',
      limited: true,
      count: '5',
      per: 'day',
      beyond: 'refuse',
    } as const
    expect(fill(limited)).toMatchObject({
      rule: { limit: { count: 5, per: 'day', beyond: 'refuse' } },
    })
    expect(fill({ ...limited, verdict: 'refuse' })).not.toHaveProperty('rule.limit')
  })

  it.each([BEN, `02${BEN}`, BEN.toUpperCase(), ' npub1ben ', 'nostr:npub1ben'])(
    'is about one person only, given as %s',
    (counterparty) => {
      expect(fill({ what: 'ecdh', counterparty })).toMatchObject({ rule: { counterparty: BEN } })
    },
  )

  it('ignores a person who was typed for another kind of rule', () => {
    expect(fill({ what: 'sign', counterparty: 'Ben' })).toEqual({
      ok: true,
      rule: { whom, verdict: 'allow', for: 'ever', operation: 'sign' },
    })
  })

  it.each<[Partial<RuleForm>, string]>([
    [{}, 'kinds'],
    [{ kinds: Array.from({ length: 65 }, (_, kind) => kind) }, 'kinds'],
    [{ otherKinds: 'notes' }, 'otherKinds'],
    [{ what: 'ecdh', counterparty: 'Ben' }, 'counterparty'],
    [{ what: 'any', limited: true, count: '0' }, 'count'],
    [{ what: 'any', limited: true, count: '10001' }, 'count'],
    [{ what: 'any', limited: true, count: '1.5' }, 'count'],
  ])('is not made of %j', (form, problem) => {
    const filled = fill(form)
    expect(filled.ok || Object.keys(filled.problems)).toEqual([problem])
  })

  it.each([...new Set(Object.values(WHATS).flat())])(
    'is one that the server takes when it is about: %s',
    (what) => {
      const form = { what, kinds: [1], counterparty: hasCounterparty(what) ? BEN : '' }
      const filled = fill({ ...form, limited: true })
      expect(ruleRequest.safeParse(filled.ok && filled.rule)).toMatchObject({ success: true })
    },
  )
})

it.each([
  ['', []],
  ['1', [1]],
  ['0, 65535', [0, 65_535]],
  ['1 2;3-5', [1, 2, [3, 5]]],
  ['5-3', '5-3'],
  ['65536', '65536'],
  ['-1', '-1'],
  ['1e3', '1e3'],
])('reads the kinds in %j', (text, kinds) => {
  expect(parseKinds(text)).toEqual(kinds)
})

it('offers no kind twice, and none without words', () => {
  const offered = KIND_GROUPS.flatMap(([, kinds]) => kinds)
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered.filter((kind) => describeKind(kind) === undefined)).toEqual([])
})
