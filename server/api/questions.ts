import type { Context } from '#app/context.ts'
import { http, questions as texts } from '#contract/messages.ts'
import { reaches } from '#contract/scopes.ts'
import type { Handlers } from '#http/router.ts'
import type { GroupKey } from '#signer/use/key.ts'
import { actorOf, callerOf } from './actor.ts'
import { failureOf } from './signing.ts'

type QuestionName = 'questions' | 'answerQuestion' | 'answerQuestions' | 'askedQuestion'

/** What waits for the owner, and what became of it. */
export function questionHandlers({ keysets }: Context): Pick<Handlers, QuestionName> {
  const { policy, key, kept } = keysets.first
  const record = (actor: string, detail: Record<string, string>) =>
    kept.audit.record({ actor, action: 'question.answer', outcome: 'ok', detail })

  return {
    questions: ({ request }) => request.json({ questions: policy.waiting() }),

    answerQuestion: (call) => {
      const { request, body } = call
      const id = call.param('id')
      const answered = policy.answer(id, body)
      switch (answered.outcome) {
        case 'unknown':
          return request.json({ error: http.notFound }, 404)
        case 'misfit':
          return request.json({ error: answered.error }, 400)
        case 'over':
          return request.json({ error: texts.over(answered.end), end: answered.end }, 409)
        case 'answered': {
          const { verdict, remember } = body
          record(actorOf(call), { question: id, verdict, ...remember })
          return request.json({ success: true })
        }
      }
    },

    answerQuestions: (call) => {
      const { verdict } = call.body
      const answers = policy.answerAll(call.body)
      for (const { id, outcome } of answers) {
        if (outcome === 'answered') record(actorOf(call), { question: id, verdict })
      }
      return call.request.json({ answers })
    },

    askedQuestion: (call) => {
      const id = call.param('id')
      const awaited = key.awaited(id)
      const caller = callerOf(call)
      const isOwn = awaited?.caller.door === caller.door && awaited.caller.id === caller.id
      if (awaited === undefined || !(isOwn || reaches(call.principal.scope, 'admin'))) {
        return call.request.json({ error: http.notFound }, 404)
      }
      return call.request.json(stateOf(id, awaited))
    },
  }
}

function stateOf(
  id: string,
  { question, outcome }: NonNullable<ReturnType<GroupKey['awaited']>>,
): object {
  if (outcome === null) {
    return { id, state: 'waiting', runsOutAt: new Date(question.runsOutAt).toISOString() }
  }
  if (outcome.ok) return { id, state: 'done', result: outcome.value }
  return { id, state: 'failed', ...failureOf(outcome) }
}
