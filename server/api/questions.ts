import { http, questions as texts } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { successAnswer } from '#contract/operations.ts'
import * as questions from '#contract/questions.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { reaches } from '#contract/scopes.ts'
import type { GroupKey } from '#signer/use/key.ts'
import { type Api, callerOf, iso, route } from './route.ts'
import { ID, TIME } from './samples.ts'
import { failureOf } from './signing.ts'

/** Questions to the owner, and what became of them. */
export const questionRoutes = {
  questions: route({
    method: 'get',
    path: '/api/questions',
    scope: 'approve',
    example: {
      answer: {
        questions: [
          {
            id: ID,
            caller: { door: 'app', id: ID, name: 'Notes' },
            operation: 'sign',
            kind: 1,
            count: 1,
            harmless: true,
            irreversible: false,
            askedAt: TIME,
            runsOutAt: TIME,
          },
        ],
      },
    },
    summary: 'List the questions that wait for the owner, the oldest first',
    answers: { 200: questions.questionList },
    handle: ({ request }, { keyset }) => request.json({ questions: keyset.policy.waiting() }),
  }),

  answerQuestion: route({
    method: 'post',
    path: '/api/questions/:id',
    params: { id: 'The id of the question' },
    scope: 'approve',
    confirm: ({ verdict, remember }) => verdict === 'allow' && remember !== undefined,
    example: {
      params: { id: ID },
      body: { verdict: 'allow', remember: { scope: 'operation', for: '10m' } },
    },
    summary: 'Answer a question: allow or refuse, once or as a rule',
    description:
      'The first answer holds. Later ones get 409, and `end` says how the question ended.',
    body: questions.answerRequest,
    answers: {
      200: successAnswer,
      400: errorAnswer,
      404: errorAnswer,
      409: questions.questionOver,
    },
    handle: ({ actor, body, param, request }, { keyset }) => {
      const answered = answerQuestion(keyset, { id: param('id'), actor, answer: body })
      switch (answered.outcome) {
        case 'unknown':
          return request.json(http.notFound, 404)
        case 'invalid':
          return request.json(messageOf(answered), 400)
        case 'over':
          return request.json({ ...texts.over(answered.end), end: answered.end }, 409)
        case 'answered':
          return request.json({ success: true })
      }
    },
  }),

  answerQuestions: route({
    method: 'post',
    path: '/api/questions',
    scope: 'approve',
    example: {
      body: { verdict: 'refuse', questions: [ID] },
      answer: { answers: [{ id: ID, outcome: 'answered', end: 'refused' }] },
    },
    summary: 'Answer several questions at once',
    description:
      'All of them can be refused, but only those marked `harmless` can be allowed: ' +
      'encrypting, and signing everyday events, such as notes and reactions. The others stay ' +
      'open, with the outcome `left`.',
    body: questions.answersRequest,
    answers: { 200: questions.answersAnswer },
    handle: ({ actor, body, request }, { keyset: { kept, policy } }) => {
      const answers = policy.answerAll(body)
      for (const { id, outcome } of answers) {
        if (outcome !== 'answered') continue
        const detail = { question: id, verdict: body.verdict }
        kept.audit.record({ actor, action: 'question.answer', outcome: 'ok', detail })
      }
      return request.json({ answers })
    },
  }),

  askedQuestion: route({
    method: 'get',
    path: '/api/questions/:id',
    params: { id: 'The id of the question' },
    scope: 'sign',
    example: { params: { id: ID }, answer: { id: ID, state: 'waiting', runsOutAt: TIME } },
    summary: 'Get the result of a call that had to wait for the owner',
    description:
      'For the API key that made the call, and for administrators. The result is kept for ten ' +
      'minutes.',
    answers: { 200: questions.askedState, 404: errorAnswer },
    handle: (call, { keyset }) => {
      const id = call.param('id')
      const awaited = keyset.key.awaited(id)
      const caller = callerOf(call)
      const isOwn = awaited?.caller.door === caller.door && awaited.caller.id === caller.id
      if (awaited === undefined || !(isOwn || reaches(call.principal.scope, 'admin'))) {
        return call.request.json(http.notFound, 404)
      }
      return call.request.json(stateOf(id, awaited))
    },
  }),
}

/** Answers a question, and records that in the audit. */
export function answerQuestion(
  { kept, policy }: Api['keyset'],
  { id, actor, answer }: { id: string; actor: string; answer: questions.AnswerRequest },
) {
  const answered = policy.answer(id, answer)
  if (answered.outcome === 'answered') {
    const detail = { question: id, verdict: answer.verdict, ...answer.remember }
    kept.audit.record({ actor, action: 'question.answer', outcome: 'ok', detail })
  }
  return answered
}

function stateOf(
  id: string,
  { question, outcome }: NonNullable<ReturnType<GroupKey['awaited']>>,
): object {
  if (outcome === null) return { id, state: 'waiting', runsOutAt: iso(question.runsOutAt) }
  if (outcome.ok) return { id, state: 'done', result: outcome.value }
  return { id, state: 'failed', ...failureOf(outcome) }
}
