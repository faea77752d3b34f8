import type { Context } from '#app/context.ts'
import { apps as texts } from '#contract/app-messages.ts'
import { questions as questionTexts } from '#contract/messages.ts'
import type { Question } from '#contract/questions.ts'
import { reaches } from '#contract/scopes.ts'
import type { Handlers } from '#http/router.ts'
import { patched } from '#import/apps-policy.ts'
import { actorOf } from '../actor.ts'
import { isAbout, requestOf, wantedCount } from './apps-requests.ts'
import { isPaired, type PairedApp } from './apps-sessions.ts'
import { policySetter } from './nip46-policy.ts'

type RequestName = 'nip46Requests' | 'answerNip46Request' | 'deleteNip46Request'

/** What waits for the owner because an app asked for it, as igloo-server's clients know it. */
export function nip46RequestHandlers({ keysets }: Context): Pick<Handlers, RequestName> {
  const { apps, kept, policy } = keysets.first
  const setPolicyBy = policySetter(keysets.first)

  /** Questions of apps alone: what others ask for is no request. */
  const open = (): { question: Question; app: PairedApp }[] =>
    policy.waiting().flatMap((question) => {
      const { door, id } = question.caller
      const app = door === 'app' ? apps.get(id) : undefined
      return app !== undefined && isPaired(app) ? [{ question, app }] : []
    })
  const find = (id: string) => open().find(({ question }) => question.id === id)

  const answer = (
    call: Parameters<typeof actorOf>[0],
    id: string,
    verdict: 'allow' | 'refuse',
  ): ReturnType<typeof policy.answer> => {
    const answered = policy.answer(id, { verdict })
    if (answered.outcome === 'answered') {
      kept.audit.record({
        actor: actorOf(call),
        action: 'question.answer',
        outcome: 'ok',
        detail: { question: id, verdict },
      })
    }
    return answered
  }

  return {
    nip46Requests: ({ query, principal, request }) => {
      const requests = open()
        .toReversed()
        .slice(0, wantedCount(query))
        .map(({ question, app }) => requestOf(question, app, principal.userId))
      return request.json({ requests })
    },

    answerNip46Request: (call) => {
      const { id, action, policy } = call.body
      const { request, principal } = call
      if (action === 'complete') return request.json({ error: texts.notByCaller }, 400)
      const found = find(id)
      if (found === undefined) return request.json({ error: texts.requestUnknown }, 404)
      const { question, app } = found
      const isOwn = policy === undefined || isAbout(question, policy)
      if (!(isOwn || reaches(principal.scope, 'admin'))) {
        return request.json({ error: texts.policyBeyond }, 403)
      }
      const answered = answer(call, id, action === 'approve' ? 'allow' : 'refuse')
      switch (answered.outcome) {
        case 'unknown':
          return request.json({ error: texts.requestUnknown }, 404)
        case 'misfit':
          return request.json({ error: answered.error }, 400)
        case 'over':
          return request.json({ error: questionTexts.over(answered.end) }, 409)
        case 'answered': {
          const set = policy && setPolicyBy(call, app, (before) => patched(before, policy))
          if (set?.ok === false) return request.json({ error: set.error }, 400)
          const record = requestOf(question, app, principal.userId)
          return request.json({ request: { ...record, status: STATUS[action] } })
        }
      }
    },

    deleteNip46Request: (call) => {
      const { id } = call.body
      const isDenied = find(id) !== undefined && answer(call, id, 'refuse').outcome === 'answered'
      return call.request.json({ ok: isDenied })
    },
  }
}

const STATUS = { approve: 'approved', deny: 'denied', fail: 'failed' } as const
