import { errorAnswer, successAnswer } from '#contract/operations.ts'
import * as questions from '#contract/questions.ts'
import type { Route } from '#http/route.ts'

/** What waits for the owner. */
export const questionsCalls = {
  questions: {
    method: 'get',
    path: '/api/questions',
    scope: 'approve',
    limit: 'request',
    summary: 'What waits for an answer of the owner, the oldest first',
    answers: { 200: questions.questionList },
  },
  answerQuestion: {
    method: 'post',
    path: '/api/questions/:id',
    scope: 'approve',
    limit: 'request',
    confirm: ({ verdict, remember }: questions.AnswerRequest) =>
      verdict === 'allow' && remember !== undefined,
    summary:
      'Allow or refuse what is asked, once or as a rule; of several answers the first holds, and ' +
      'the others are told how it ended',
    body: questions.answerRequest,
    answers: {
      200: successAnswer,
      400: errorAnswer,
      404: errorAnswer,
      409: questions.questionOver,
    },
  },
  answerQuestions: {
    method: 'post',
    path: '/api/questions',
    scope: 'approve',
    limit: 'request',
    summary:
      'Allow or refuse several at once. Allowed are only the harmless ones: what deletes, replaces, logs in, ' +
      'reads messages or is not shown is left open, and told as such',
    body: questions.answersRequest,
    answers: { 200: questions.answersAnswer },
  },
  askedQuestion: {
    method: 'get',
    path: '/api/questions/:id',
    scope: 'sign',
    limit: 'request',
    summary:
      'What became of a call that had to be asked about, for the API key that made it: its result ' +
      'is kept for ten minutes',
    answers: { 200: questions.askedState, 404: errorAnswer },
  },
} satisfies Record<string, Route>
