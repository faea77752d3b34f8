import { policyOutcome as rulingTexts, signing as texts } from '#contract/messages.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import { type RefusedBy, reasonName, refusalText } from '#policy/reasons.ts'
import type { PendingQuestion, Refused } from './request.ts'

/** Whatever is not among them was refused by somebody or something. */
const CODES: Partial<Record<RefusedBy['by'], SignFailureCode>> = {
  stopped: 'STOPPED',
  unanswered: 'UNANSWERED',
  unkept: 'NODE_UNAVAILABLE',
}

/** What callers are told of a verdict against them. */
export const refusedFor = (reason: RefusedBy): Refused => ({
  ok: false,
  code: CODES[reason.by] ?? 'REFUSED',
  error: refusalText(reason),
  by: reasonName(reason),
})

/** What callers are told when the owner stops what was allowed. */
export const stopped: Refused = {
  ok: false,
  code: 'STOPPED',
  error: rulingTexts.stopped,
  by: 'stopped',
}

/** What callers are told when something broke while it was done. */
export const unfinished: Refused = {
  ok: false,
  code: 'NODE_UNAVAILABLE',
  error: texts.nodeUnavailable(texts.unfinished),
}

/** What callers are told that don't wait any longer. */
export const unanswered = (question: PendingQuestion): Refused => ({
  ok: false,
  code: 'UNANSWERED',
  error: texts.unanswered(question.id),
  question,
})
