import { questions as questionTexts, apps as texts } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import * as nip46 from '#contract/nip46.ts'
import type { Question } from '#contract/questions.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { reaches } from '#contract/scopes.ts'
import { patched } from '#import/apps-policy.ts'
import { permissionFor } from '#nip46/requested-permissions.ts'
import { answerQuestion } from '../questions.ts'
import { type Api, route } from '../route.ts'
import { ID } from '../samples.ts'
import { isPaired, type PairedApp, setPolicyOf } from './nip46-sessions.ts'

/** Requests of apps that wait for the owner, in igloo-server's form. */
export const nip46RequestRoutes = {
  nip46Requests: route({
    method: 'get',
    path: '/api/nip46/requests',
    scope: 'approve',
    example: { query: { status: 'pending', limit: '5' } },
    summary: "List the apps' requests that wait for the owner, the newest first",
    description: 'Requests that have been answered are not kept.',
    query: nip46.nip46RequestsQuery,
    answers: { 200: nip46.nip46Requests, 400: errorAnswer },
    handle: ({ actor, query, request }, { keyset }) => {
      const requests = openRequests(keyset)
        .toReversed()
        .slice(0, wantedCount(query))
        .map(({ question, app }) => requestOf(question, app, actor))
      return request.json({ requests })
    },
  }),

  answerNip46Request: route({
    method: 'post',
    path: '/api/nip46/requests',
    scope: 'approve',
    confirm: ({ policy }) => policy !== undefined,
    example: { body: { id: ID, action: 'deny' } },
    summary: "Approve or deny an app's request",
    description:
      '`fail` denies it too. `policy` also sets what the app may do without asking from then ' +
      'on.',
    body: nip46.nip46RequestAction,
    answers: {
      200: nip46.nip46RequestAnswer,
      400: errorAnswer,
      403: errorAnswer,
      404: errorAnswer,
      409: errorAnswer,
    },
    handle: ({ actor, body, principal, request }, { keyset }) => {
      const { id, action, policy } = body
      if (action === 'complete') return request.json(texts.notByCaller, 400)
      const found = find(keyset, id)
      if (found === undefined) return request.json(texts.requestUnknown, 404)
      const { question, app } = found
      const isOwn = policy === undefined || isAbout(question, policy)
      if (!(isOwn || reaches(principal.scope, 'admin'))) {
        return request.json(texts.policyBeyond, 403)
      }
      const verdict = action === 'approve' ? 'allow' : 'refuse'
      const answered = answerQuestion(keyset, { id, actor, answer: { verdict } })
      switch (answered.outcome) {
        case 'unknown':
          return request.json(texts.requestUnknown, 404)
        case 'invalid':
          return request.json(messageOf(answered), 400)
        case 'over':
          return request.json(questionTexts.over(answered.end), 409)
        case 'answered': {
          const set =
            policy && setPolicyOf(keyset, { actor, app }, (before) => patched(before, policy))
          if (set?.ok === false) return request.json(messageOf(set), 400)
          const record = requestOf(question, app, actor)
          return request.json({ request: { ...record, status: STATUS[action] } })
        }
      }
    },
  }),

  deleteNip46Request: route({
    method: 'delete',
    path: '/api/nip46/requests',
    scope: 'approve',
    example: { body: { id: ID } },
    summary: "Deny an app's request",
    description: 'The app is told so. `ok` is false if the request does not wait.',
    body: nip46.nip46RequestId,
    answers: { 200: nip46.nip46Done, 400: errorAnswer },
    handle: ({ actor, body: { id }, request }, { keyset }) => {
      const isDenied =
        find(keyset, id) !== undefined &&
        answerQuestion(keyset, { id, actor, answer: { verdict: 'refuse' } }).outcome === 'answered'
      return request.json({ ok: isDenied })
    },
  }),
}

const STATUS = { approve: 'approved', deny: 'denied', fail: 'failed' } as const

/** The open questions of paired apps. Questions of other callers are no requests. */
const openRequests = ({ apps, policy }: Api['keyset']): { question: Question; app: PairedApp }[] =>
  policy.waiting().flatMap((question) => {
    const { door, id } = question.caller
    const app = door === 'app' ? apps.get(id) : undefined
    return app !== undefined && isPaired(app) ? [{ question, app }] : []
  })

const find = (keyset: Api['keyset'], id: string) =>
  openRequests(keyset).find(({ question }) => question.id === id)

/** Whether a change of a policy covers only what a question asks. */
const isAbout = (
  question: Question,
  { methods = {}, kinds = {} }: nip46.Nip46PolicyUpdate,
): boolean =>
  Object.keys(methods).every((method) => method === permissionFor(question.operation)) &&
  Object.keys(kinds).every((kind) => kind === String(question.kind))

/** An open question of an app as a request of igloo-server. @param owner whom it is shown to */
function requestOf(question: Question, app: PairedApp, owner: string): nip46.Nip46Request {
  const { id, event, counterparty, askedAt, runsOutAt } = question
  const method = permissionFor(question.operation)
  // As the app has sent them, without texts: those are not kept.
  const params = [
    ...(event === undefined ? [] : [JSON.stringify(event)]),
    ...(counterparty === undefined ? [] : [counterparty]),
  ]
  const session = {
    pubkey: app.client,
    profile: { name: app.name, ...(app.claims.url !== undefined && { url: app.claims.url }) },
  }
  return {
    ...{ id, user_id: owner, session_pubkey: app.client, method },
    params: JSON.stringify({ id, method, params, session }),
    ...{ status: 'pending', result: null, error: null },
    ...{ created_at: askedAt, updated_at: askedAt, expires_at: runsOutAt },
  }
}

const STATUSES = ['pending', 'approved', 'denied', 'completed', 'failed', 'expired']
const COUNT = 100
const COUNT_MAX = 500

/** How many requests a call wants to see. 0 if it wants none that are pending: no others are kept. */
function wantedCount({
  status,
  limit,
}: {
  status?: string | undefined
  limit?: string | undefined
}): number {
  const statuses = (status ?? '').split(',').map((name) => name.trim().toLowerCase())
  const known = statuses.filter((name) => STATUSES.includes(name))
  if (known.length > 0 && !known.includes('pending')) return 0
  const count = Number.parseInt(limit ?? '', 10) || COUNT
  return Math.min(Math.max(count, 1), COUNT_MAX)
}
