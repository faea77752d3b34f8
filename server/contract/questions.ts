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

/** Why the owner is asked: a rule, or its limit; what its preset leaves to the owner; or nothing decides. */
export const askedBy = z.discriminatedUnion('by', [
  z.object({ by: z.literal('rule'), rule: z.int(), isLimit: z.boolean() }),
  z.object({ by: z.literal('preset'), preset: z.enum(presets) }),
  z.object({ by: z.literal('door') }),
])
export type AskedBy = z.infer<typeof askedBy>

/** What waits for the owner. */
export const question = z.object({
  id: z.string(),
  caller: caller.extend({ name: z.string().optional() }),
  operation: z.enum(operations),
  /** Of the event; missing where it is not shown, or for several. */
  kind: z.int().nonnegative().optional(),
  event: shownEvent.optional(),
  /** The one that the event would replace, once it is found on a relay. */
  replaces: shownEvent.optional(),
  /**
   * Why it is missing although something is replaced. `none`: no relay that answered has one; `unread`: none
   * answered in time, or what one has can't be believed or is too large.
   */
  unfound: z.enum(['searching', 'none', 'unread']).optional(),
  /** Those that the event asks to be deleted, as far as they are found on a relay: the first few. */
  deletes: z.array(shownEvent).optional(),
  /** Several events that are signed together or not at all. */
  events: z.array(shownEvent).optional(),
  /** How many signatures or keys are asked for. */
  count: z.int().positive(),
  /** Whether it can be allowed together with others: see `answersRequest`. */
  harmless: z.boolean(),
  /** Allowing it can't be undone, or it may do anything. Never of what is harmless. */
  irreversible: z.boolean(),
  /** Missing where no server says it. */
  why: askedBy.optional(),
  /** Whom it is encrypted for, or who sent it: x-only. */
  counterparty: z.string().optional(),
  askedAt: z.iso.datetime(),
  runsOutAt: z.iso.datetime(),
})
export type Question = z.infer<typeof question>

export const questionList = z.object({ questions: z.array(question) })

/** What an answer is remembered as: a rule for this caller. */
export const remember = z.object({
  scope: z.enum(['kind', 'operation', 'counterparty']),
  for: lasts,
})
export type Remember = z.infer<typeof remember>

export const answerRequest = z.object({
  verdict: z.enum(['allow', 'refuse']),
  remember: remember.optional(),
})
export type AnswerRequest = z.infer<typeof answerRequest>

/** One answer to several questions. Only harmless ones are allowed by it: the others are left open. */
export const answersRequest = z.object({
  verdict: z.enum(['allow', 'refuse']),
  questions: z.array(z.string()).min(1).max(100),
})
export type AnswersRequest = z.infer<typeof answersRequest>

/** How a question ended. */
export const questionEnds = ['allowed', 'refused', 'ran out', 'stopped'] as const
export type QuestionEnd = (typeof questionEnds)[number]

/** What became of each. `left`: it wants an answer of its own; `end`: how it ended, or had ended before. */
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

/** A program's call that has become a question, and that it was told to come back for. */
export const questionPending = z.object({
  /** Of the question. */
  id: z.string(),
  runsOutAt: z.iso.datetime(),
})

/** What became of it. */
export const askedState = z.discriminatedUnion('state', [
  /** The owner has not answered, or what was allowed is being done. */
  questionPending.extend({ state: z.literal('waiting') }),
  z.object({
    id: z.string(),
    state: z.literal('done'),
    result: z.union([signAnswer, cipherAnswer]),
  }),
  /** With what the call would have been answered. */
  signFailure.extend({ id: z.string(), state: z.literal('failed') }),
])

/** Tells the console that a question is there, or is over. */
export const questionNews = z.union([
  z.object({ question }),
  z.object({ over: z.string(), end: z.enum(questionEnds) }),
])
export type QuestionNews = z.infer<typeof questionNews>
