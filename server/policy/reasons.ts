import { policyOutcome as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import type { Preset } from '#contract/rules.ts'

/** Why a decision is as it is. */
export type Reason =
  | { by: 'stopped' }
  /** The owner has suspended this caller. */
  | { by: 'suspended' }
  /** The caller no longer exists. */
  | { by: 'gone' }
  /** The peer's switch for this operation is off. */
  | { by: 'switch' }
  /** No rule can allow it. */
  | { by: 'never' }
  | { by: 'rule'; rule: number; isLimit: boolean }
  | { by: 'preset'; preset: Preset }
  /** No rule and no preset applies: the default of this kind of caller. */
  | { by: 'door' }

/** `answer`: the owner was asked. */
export type AllowedBy = Reason | { by: 'answer' }

export type RefusedBy =
  | AllowedBy
  /** The owner was asked and did not answer in time. */
  | { by: 'unanswered' }
  /** The owner would have to be asked, and too many questions are open. */
  | { by: 'crowded' }
  /** Storing the use or the question failed. */
  | { by: 'unkept' }

/** A reason in a word or two, for the audit and for callers: `rule 12`, `preset everyday`. */
export function reasonName(reason: RefusedBy): string {
  switch (reason.by) {
    case 'rule':
      return reason.isLimit ? `limit of rule ${reason.rule}` : `rule ${reason.rule}`
    case 'preset':
      return `preset ${reason.preset}`
    default:
      return reason.by
  }
}

/** Why something is refused and what can be done about it: a sentence for API clients. */
export function refusalText(reason: RefusedBy): Message {
  switch (reason.by) {
    case 'rule':
      return reason.isLimit ? texts.limit(reason.rule) : texts.rule(reason.rule)
    case 'preset':
      return texts.preset(reason.preset)
    default:
      return texts[reason.by]
  }
}
