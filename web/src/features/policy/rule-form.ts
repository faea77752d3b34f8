import {
  BLIND,
  KIND_MAX,
  LIMIT_COUNT_MAX,
  type Operation,
  RULE_KINDS_MAX,
} from '#contract/rule-terms.ts'
import type {
  CallerKind,
  Effect,
  Kinds,
  Lasts,
  LimitPeriod,
  RuleRequest,
  Whom,
} from '#contract/rules.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import { rules } from '../../texts/texts.ts'

const texts = rules.form

type What = keyof typeof texts.whats

/** A new rule as it is being filled in. */
export interface RuleForm {
  verdict: Effect
  what: What
  /** Ticked among the kinds that the form names. */
  kinds: readonly number[]
  otherKinds: string
  counterparty: string
  limited: boolean
  count: string
  per: LimitPeriod
  beyond: 'ask' | 'refuse'
  lasts: Lasts
}

export const EMPTY_FORM: RuleForm = {
  verdict: 'allow',
  what: 'kinds',
  kinds: [],
  otherKinds: '',
  counterparty: '',
  limited: false,
  count: '60',
  per: 'hour',
  beyond: 'ask',
  lasts: 'ever',
}

/** What a caller of each kind can ask for, the most usual first. */
export const WHATS: Readonly<Record<Exclude<CallerKind, 'owner'>, readonly What[]>> = {
  peer: ['kinds', 'blind', 'sign', 'ecdh', 'onboard', 'any'],
  app: [
    ...(['kinds', 'sign', 'nip44.encrypt', 'nip44.decrypt'] as const),
    ...(['nip04.encrypt', 'nip04.decrypt', 'any'] as const),
  ],
  program: [
    ...(['kinds', 'blind', 'sign', 'nip44.encrypt', 'nip44.decrypt'] as const),
    ...(['nip04.encrypt', 'nip04.decrypt', 'any'] as const),
  ],
}

/** Whether such a rule may name one other person. */
export const hasCounterparty = (what: What): boolean =>
  what === 'ecdh' || what.startsWith('nip') || what === 'any'

export interface Problems {
  kinds?: string
  otherKinds?: string
  counterparty?: string
  count?: string
}

type Filled = { ok: true; rule: RuleRequest } | { ok: false; problems: Problems }

/**
 * The rule that a form makes, or what is wrong with it.
 *
 * @param decodeNpub the x-only key of an npub (NIP-19), hex; undefined when it is none
 */
export function ruleOf(
  form: RuleForm,
  whom: Whom,
  decodeNpub: (npub: string) => string | undefined,
): Filled {
  const problems: Problems = {}
  const rule: RuleRequest = { whom, verdict: form.verdict, for: form.lasts }
  Object.assign(rule, aboutOf(form, problems))
  const key = form.counterparty.trim()
  if (hasCounterparty(form.what) && key !== '') {
    const counterparty = parseXOnly(key) ?? decodeNpub(key.replace(/^nostr:/, ''))
    if (counterparty === undefined) problems.counterparty = texts.badCounterparty
    else rule.counterparty = counterparty
  }
  if (form.verdict === 'allow' && form.limited) {
    const count = /^\d{1,5}$/.test(form.count.trim()) ? Number(form.count) : 0
    if (count < 1 || count > LIMIT_COUNT_MAX) problems.count = texts.badCount(LIMIT_COUNT_MAX)
    else rule.limit = { count, per: form.per, beyond: form.beyond }
  }
  return Object.keys(problems).length === 0 ? { ok: true, rule } : { ok: false, problems }
}

function aboutOf(
  { what, kinds, otherKinds }: RuleForm,
  problems: Problems,
): { operation?: Operation; kinds?: Kinds } {
  if (what === 'any') return {}
  if (what === 'blind') return { operation: 'sign', kinds: [BLIND] }
  if (what !== 'kinds') return { operation: what }
  const others = parseKinds(otherKinds)
  if (typeof others === 'string') {
    problems.otherKinds = texts.badKinds(others)
    return {}
  }
  const all = [...kinds, ...others]
  if (all.length === 0) problems.kinds = texts.noKinds
  if (all.length > RULE_KINDS_MAX) problems.kinds = texts.tooManyKinds(RULE_KINDS_MAX)
  return { operation: 'sign', kinds: all }
}

/**
 * Reads kinds and ranges from a text such as `1984, 30000-30010`.
 *
 * @returns a string if there is anything else in it: the first such part
 */
export function parseKinds(text: string): (number | [number, number])[] | string {
  const found: (number | [number, number])[] = []
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, from, to] = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part) ?? []
    if (from === undefined) return part
    const first = Number(from)
    const last = to === undefined ? first : Number(to)
    if (last > KIND_MAX || first > last) return part
    found.push(to === undefined ? first : [first, last])
  }
  return found
}

type Group = keyof typeof rules.form.groups

/** The kinds that the form names, the best known first. */
export const KIND_GROUPS: readonly (readonly [Group, readonly number[]])[] = [
  ['writing', [1, 1111, 30023, 20, 21, 22, 1222, 1068, 9, 11, 42, 1311, 30024]],
  ['reacting', [7, 6, 16, 1018, 9802, 1985, 1984]],
  ['profile', [0, 3, 10002, 10000, 10001, 10003, 10050, 30000, 30003, 30078, 30315]],
  ['messages', [4, 13, 1059]],
  ['deleting', [5, 62]],
  ['logins', [22242, 27235, 24242]],
  ['money', [9734, 9321, 23194, 17375]],
]
