import { z } from 'zod'
import { errorAnswer } from './refusal.ts'
import { operations, presets } from './rule-terms.ts'
import { caller, lasts } from './rules.ts'
import { cipherAnswer, signAnswer, signFailure } from './signing.ts'

/** An event as it would be signed; its author is the group. */
export const shownEvent = z.object({
  kind: z.int().nonnegative(),
  created_at: z.int().nonnegative(),
  tags: z.array(z.array(z.string())),
  content: z.string(),
})
export type ShownEvent = z.infer<typeof shownEvent>

/** Why the owner is asked: a rule or its limit, the caller's preset, or the default (`door`). */
export const askedBy = z.discriminatedUnion('by', [
  z.object({ by: z.literal('rule'), rule: z.int(), isLimit: z.boolean() }),
  z.object({ by: z.literal('preset'), preset: z.enum(presets) }),
  z.object({ by: z.literal('door') }),
])
export type AskedBy = z.infer<typeof askedBy>

/** An open question to the owner. */
export const question = z.object({
  id: z.string(),
  caller: caller.extend({ name: z.string().optional() }),
  operation: z.enum(operations).describe('The use of the key that is asked for'),
  kind: z
    .int()
    .nonnegative()
    .optional()
    .describe("The event's kind; missing if the event is not shown, or if there are several"),
  event: shownEvent.optional().describe('The event to sign; missing if it is not shown'),
  replaces: shownEvent
    .optional()
    .describe('The event that it would replace; missing until it is found on a relay'),
  unfound: z
    .enum(['searching', 'none', 'unread'])
    .optional()
    .describe(
      'Why `replaces` is missing although the event would replace one. `none`: no relay that ' +
        'answered has such an event; `unread`: no relay answered in time, or an event is ' +
        'forged or too large',
    ),
  deletes: z
    .array(shownEvent)
    .optional()
    .describe('The first few events that it would delete, as far as they are found on a relay'),
  events: z
    .array(shownEvent)
    .optional()
    .describe('Several events that are signed together or not at all'),
  count: z.int().positive().describe('How many signatures or keys are asked for'),
  harmless: z
    .boolean()
    .describe('Whether it can be allowed together with others, by `POST /api/questions`'),
  irreversible: z
    .boolean()
    .describe("Allowing it can't be undone, or may do anything. Never true of a harmless question"),
  why: askedBy
    .optional()
    .describe(
      'The rule, preset or default because of which the owner is asked; missing if not known',
    ),
  counterparty: z
    .string()
    .optional()
    .describe('Who it is encrypted for, or who sent it: x-only, hex'),
  askedAt: z.iso.datetime(),
  runsOutAt: z.iso.datetime().describe('Until when it can be answered'),
})
export type Question = z.infer<typeof question>

export const questionList = z.object({ questions: z.array(question) })

/** What an answer is remembered as: a rule for this caller. */
export const remember = z.object({
  scope: z
    .enum(['kind', 'operation', 'counterparty'])
    .describe(
      'What the rule is about: all events of the kind, all of the operation, or all with the ' +
        'same counterparty',
    ),
  for: lasts.describe('How long the rule lasts'),
})
export type Remember = z.infer<typeof remember>

export const answerRequest = z.object({
  verdict: z.enum(['allow', 'refuse']),
  remember: remember
    .optional()
    .describe('Also makes a rule for this caller; missing: the answer is for this question only'),
})
export type AnswerRequest = z.infer<typeof answerRequest>

/** One answer to several questions. Only harmless ones are allowed by it: the others are left open. */
export const answersRequest = z.object({
  verdict: z.enum(['allow', 'refuse']),
  questions: z.array(z.string()).min(1).max(100).describe('Their ids'),
})
export type AnswersRequest = z.infer<typeof answersRequest>

/** How a question ended. */
export const questionEnds = ['allowed', 'refused', 'ran out', 'stopped'] as const
export type QuestionEnd = (typeof questionEnds)[number]

/** The outcome of each. `left`: still open, it needs an answer of its own; `end`: how it ended, now or before. */
export const answersAnswer = z.object({
  answers: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['answered', 'over', 'left', 'unknown']),
      end: z.enum(questionEnds).optional(),
    }),
  ),
})
export type AnswersAnswer = z.infer<typeof answersAnswer>

/** The end of a question that somebody else answered first, or that ran out. */
export const questionOver = errorAnswer.extend({ end: z.enum(questionEnds) })

/** The question that an API key's call has become; the caller comes back for its result. */
export const questionPending = z.object({
  id: z.string().describe('The id of the question'),
  runsOutAt: z.iso.datetime().describe('Until when the owner can answer'),
})

/** The state of a call that has become a question. */
export const askedState = z.discriminatedUnion('state', [
  /** The owner has not answered, or what was allowed is being done. */
  questionPending.extend({ state: z.literal('waiting') }),
  z.object({
    id: z.string(),
    state: z.literal('done'),
    result: z.union([signAnswer, cipherAnswer]),
  }),
  /** With the answer that the call would have got. */
  signFailure.extend({ id: z.string(), state: z.literal('failed') }),
])

/** Sent to the console when a question is opened, changes, or ends. */
export const questionNews = z.union([
  z.object({ question }),
  z.object({ over: z.string(), end: z.enum(questionEnds) }),
])
export type QuestionNews = z.infer<typeof questionNews>
