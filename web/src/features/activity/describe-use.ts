import type { AuditEntry } from '../../../../server/contract/operations.ts'
import { deedWords } from '../../../../server/contract/question-words.ts'
import { operations } from '../../../../server/contract/rule-terms.ts'
import type { RuleView } from '../../../../server/contract/rules.ts'
import { activity as texts } from '../../../../server/contract/texts/activity.ts'
import { rules as ruleTexts } from '../../../../server/contract/texts/rules.ts'
import { describeActor } from '../audit/describe-entry.ts'
import type { Names } from '../names/use-names.ts'
import { ruleSentence } from '../rules/sentence.ts'

/** One use of the key, or one that did not come to be, in words. */
export interface Use {
  /** What was asked for, to begin a line. */
  deed: string
  who: string
  /** The key of a device, in full. */
  key: string | undefined
  word: string
  tone: 'ok' | 'warn' | 'bad'
  /** What decided; empty where nothing but the door did. */
  why: string
}

export interface Known {
  names: Names
  rules: readonly RuleView[]
}

const PUBLIC_KEY = /^[0-9a-f]{64}$/

export function describeUse({ actor, action, outcome, detail }: AuditEntry, known: Known): Use {
  const by = typeof detail['by'] === 'string' ? detail['by'] : ''
  const isKey = PUBLIC_KEY.test(actor)
  const [word, tone] = texts.outcomes[outcome] ?? ([texts.failedWord, 'bad'] as const)
  const isOwnNo = action === 'question' && outcome === 'refused' && by === 'answer'
  return {
    deed: capitalized(deedOf(action, detail, known.names)),
    who: (isKey ? known.names.of(actor) : undefined) ?? describeActor(actor, known.names),
    key: isKey ? actor : undefined,
    word: isOwnNo ? texts.youRefused : word,
    tone,
    why: action === 'question' && by === 'answer' ? '' : whyOf(by, known),
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function deedOf(action: string, detail: AuditEntry['detail'], names: Names): string {
  if (action === 'stop' || action === 'resume') return texts[action]
  const operation = operationOf(action, detail)
  if (operation === undefined) return texts.unknown
  const count = countOf(detail)
  const peer = operation.startsWith('nip') ? keyIn(detail['peer']) : keyIn(detail['keys'])
  return deedWords({
    ...{ operation, count },
    kinds: kindsOf(detail, count),
    counterparty: count === 1 && peer !== undefined ? names.or(peer) : undefined,
  })
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

/** The first of several. */
const keyIn = (value: unknown): string | undefined => {
  const key: unknown = Array.isArray(value) ? value[0] : value
  return typeof key === 'string' ? key : undefined
}

function countOf({ count, hashes, keys }: AuditEntry['detail']): number {
  if (typeof count === 'number') return count
  const several = Array.isArray(hashes) ? hashes : keys
  return Array.isArray(several) ? Math.max(1, several.length) : 1
}

/** One kind for each event; a verdict names each kind once. Undefined: the events were not shown. */
function kindsOf({ kind, kinds }: AuditEntry['detail'], count: number): number[] | undefined {
  if (typeof kind === 'number') return [kind]
  if (!Array.isArray(kinds) || kinds.length === 0) return undefined
  const named = kinds.filter((one) => typeof one === 'number')
  return [...named, ...Array(Math.max(0, count - named.length)).fill(named.at(-1))]
}

/** `rule 12`, `limit of rule 12`, `preset everyday`, `switch` …, in words. */
function whyOf(by: string, { rules, names }: Known): string {
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
  return by in texts.by ? String(texts.by[by as 'switch']) : by
}

/**
 * Uses without what another of them says as well: that a question was asked, once it is over, and that it
 * was allowed, once that was done. Newest first.
 */
export function withoutOldQuestions(entries: readonly AuditEntry[]): AuditEntry[] {
  const told = new Set<unknown>()
  return entries.filter(({ action, detail: { question } }) => {
    if (question === undefined) return true
    const isTold = told.has(question)
    told.add(question)
    return action !== 'question' || !isTold
  })
}

/** Whether a use has all words of a search in what is shown of it. */
export function matches({ deed, who, key = '', word, why }: Use, search: string): boolean {
  const text = [deed, who, key, word, why].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part))
}
