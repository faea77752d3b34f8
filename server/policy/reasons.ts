import { policyOutcome as texts } from '#contract/messages.ts'
import type { Reason } from './decide.ts'

/** Why something is allowed; `answer`: the owner was asked. */
export type AllowedBy = Reason | { by: 'answer' }

export type RefusedBy =
  | AllowedBy
  /** The owner was asked and has not answered in time. */
  | { by: 'unanswered' }
  /** The owner would have to be asked, and too many questions are open. */
  | { by: 'crowded' }
  /** What must be on the disk before it is allowed, or asked, could not be written. */
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

/** Why something is refused, and what can be done about it: a sentence for programs. */
export function refusalText(reason: RefusedBy): string {
  switch (reason.by) {
    case 'rule':
      return reason.isLimit ? texts.limit(reason.rule) : texts.rule(reason.rule)
    case 'preset':
      return texts.preset(reason.preset)
    default:
      return texts[reason.by]
  }
}
