import { describePastUse, type PastKeyUse } from '#contract/describe-use.ts'
import type { AuditEntry } from '#contract/operations.ts'
import { operations } from '#contract/rule-terms.ts'
import type { CallerKind, RuleView } from '#contract/rules.ts'
import {
  deeds,
  done as doneTexts,
  kinds,
  rules as ruleTexts,
  activity as texts,
} from '../../texts/texts.ts'
import { ruleSentence } from '../policy/rule-sentence.ts'
import type { Names } from '../settings/use-names.ts'
import { callerKindOf, describeActor, describeOutcome } from './describe-entry.ts'
import type { ActivityRowData } from './rows.ts'

/** One row of the activity in words. */
export interface Use {
  /** What was done, or was not, as a line begins. */
  deed: string
  who: string
  /** The kind of caller; null: unknown. */
  door: CallerKind | null
  /** The key of a device, in full. */
  key: string | undefined
  /** For whom, with whom, and why: each follows the deed in smaller type. */
  more: string[]
  /** The other devices that took part, by their names. */
  devices: string[]
  /** How it ended. */
  word: string
  tone: 'ok' | 'warn' | 'bad'
  /** What decided; empty where that is not known. */
  why: string
}

export interface Known {
  names: Names
  rules: readonly RuleView[]
}

/** Characters that are shown of a key without a name. */
const SHORT = 8

type Described = Pick<ActivityRowData, 'entry' | 'entries' | 'others'>

/** @param ofOne all rows are of the same caller: they name neither the caller nor the other devices */
export function describeUse(row: Described, known: Known, { ofOne = false } = {}): Use {
  const { entry } = row
  const { actor, action, outcome, detail } = entry
  const { names } = known
  const by = typeof detail['by'] === 'string' ? detail['by'] : ''
  const door = callerKindOf(actor)
  const nameOf = (key: string) => names.of(key) ?? describeActor(key)
  const named = nameOf(actor)
  const who = door === 'owner' ? texts.you : named
  const word = texts.outcomes[outcome] ?? texts.failedWord
  const tone = toneOf(outcome)
  const isRefused = outcome === 'refused'
  const use = { who, door, tone, word, key: door === 'peer' ? actor : undefined }
  if (action === 'login') {
    return { ...use, ...describeSignIn(entry, { named, door }), why: '', devices: [] }
  }

  const why = by === 'answer' && isRefused ? texts.by.answeredNo : whyOf(by, door, known)
  const peers = Array.isArray(detail['peers']) ? detail['peers'] : []
  const isReported = why !== '' && by !== 'door' && (tone !== 'ok' || by === 'answer')
  const isAnswered = action === 'question' && by === 'answer' && !isRefused
  const others = peers.filter((peer) => typeof peer === 'string').map(nameOf)
  const whom = [
    ...(ofOne ? [] : [texts.forWhom(who)]),
    ...(others.length > 0 && !ofOne ? [texts.withWhom(others.join(', '))] : []),
  ]
  return {
    ...use,
    why,
    devices: others,
    deed: deedOf(row, names),
    more: [whom.join(', '), isReported && !isAnswered ? why : ''].filter((part) => part !== ''),
  }
}

/** An outcome without a word is a failure. */
function toneOf(outcome: string): Use['tone'] {
  if (describeOutcome(outcome).state === 'ok') return 'ok'
  return texts.outcomes[outcome] === undefined ? 'bad' : 'warn'
}

function describeSignIn(
  { outcome, detail }: AuditEntry,
  { named, door }: { named: string; door: CallerKind | null },
): Pick<Use, 'deed' | 'more'> {
  const from = [detail['browser'], detail['from']].filter((part) => typeof part === 'string')
  const done = door === 'owner' ? texts.signedIn : texts.keySignedIn(named)
  return {
    deed: outcome === 'ok' ? done : texts.notSignedIn,
    more: from.length > 0 ? [from.join(', ')] : [],
  }
}

function deedOf({ entry, entries, others }: Described, names: Names): string {
  const { action, outcome, detail } = entry
  if (action === 'stop' || action === 'resume') return texts[action]
  const operation = operationOf(action, detail)
  if (operation === undefined) return texts.unknown
  if (detail['proof'] !== undefined)
    return outcome === 'ok' ? doneTexts.tested : doneTexts.notTested
  const count = operation === 'sign' ? countOf(detail) : Math.max(entries, countOf(detail))
  const [other] = others
  const isOne = operation !== 'sign' && others.length === 1 && other !== undefined
  const deed = {
    ...{ operation, count, end: endOf(action, outcome), people: others.length },
    kinds: kindsOf(detail, count),
    isCoSigned: action === 'signature.given',
    counterparty: isOne ? (names.of(other) ?? doneTexts.key(other.slice(0, SHORT))) : undefined,
  }
  return describePastUse(deed, { kinds, deeds, done: doneTexts })
}

function endOf(action: string, outcome: string): PastKeyUse['end'] {
  if (outcome === 'refused' || outcome === 'denied') return 'refused'
  if (action === 'verdict' || action === 'question') return 'asked'
  if (action === 'onboarding.asked') return outcome === 'approved' ? 'done' : 'asked'
  return outcome === 'ok' || outcome === 'answered' ? 'done' : 'failed'
}

function operationOf(action: string, detail: AuditEntry['detail']) {
  const named = {
    'signature.given': 'sign',
    'exchange.given': 'ecdh',
    'onboarding.asked': 'onboard',
  }
  const name = named[action as keyof typeof named] ?? detail['operation'] ?? action
  return operations.find((operation) => operation === name)
}

/** How many events an entry is about. */
export function countOf({ count, hashes, keys }: AuditEntry['detail']): number {
  if (typeof count === 'number') return count
  const several = Array.isArray(hashes) ? hashes : keys
  return Array.isArray(several) ? Math.max(1, several.length) : 1
}

/** One kind for each event; a decision names each kind once. Undefined: the events were not shown. */
export function kindsOf(
  { kind, kinds }: AuditEntry['detail'],
  count: number,
): number[] | undefined {
  if (typeof kind === 'number') return [kind]
  if (!Array.isArray(kinds) || kinds.length === 0) return undefined
  const named = kinds.filter((one) => typeof one === 'number')
  return [...named, ...Array(Math.max(0, count - named.length)).fill(named.at(-1))]
}

/** `rule 12`, `limit of rule 12`, `preset everyday`, `switch` …, in words. */
function whyOf(by: string, door: CallerKind | null, { rules, names }: Known): string {
  const [, limit, id] = /^(limit of )?rule (\d+)$/.exec(by) ?? []
  if (id !== undefined) {
    const rule = rules.find((one) => one.id === Number(id))
    if (rule === undefined) return texts.by.goneRule(id)
    const sentence = ruleSentence(rule, names)
    return limit === undefined ? texts.by.rule(sentence) : texts.by.limit(sentence)
  }
  const preset = /^preset (ask|everyday|careful|all)$/.exec(by)?.[1]
  if (preset !== undefined) {
    return texts.by.preset(ruleTexts.presets[preset as 'ask' | 'everyday' | 'careful' | 'all'][0])
  }
  if (by === 'door') return door === null ? '' : texts.by.door[door]
  return by in texts.by ? String(texts.by[by as 'switch']) : by
}
