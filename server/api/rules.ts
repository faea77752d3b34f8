import { http, rules as texts } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import * as rules from '#contract/rules.ts'
import { findCaller } from '#keysets/callers.ts'
import { type Api, route } from './route.ts'
import { ID, TIME } from './samples.ts'

/** What may be done with the group's key, for whom. */
export const ruleRoutes = {
  rules: route({
    method: 'get',
    path: '/api/rules',
    scope: 'admin',
    summary: "List the rules in force, the oldest first, and the callers' settings",
    description: 'Only callers for which something is set are listed.',
    answers: { 200: rules.rulesAnswer },
    handle: ({ request }, { keyset: { policy } }) =>
      request.json({ rules: policy.ruleSet.ruleViews(), callers: policy.ruleSet.callerViews() }),
  }),

  addRule: route({
    method: 'post',
    path: '/api/rules',
    scope: 'admin',
    confirm: ({ verdict }) => verdict !== 'refuse',
    example: {
      body: {
        whom: { door: 'app' },
        operation: 'sign',
        kinds: [1, [20, 29]],
        verdict: 'allow',
        limit: { count: 30, per: 'hour', beyond: 'ask' },
      },
      answer: {
        id: 7,
        whom: { door: 'app' },
        operation: 'sign',
        kinds: [1, [20, 29]],
        verdict: 'allow',
        limit: { count: 30, per: 'hour', beyond: 'ask' },
        createdAt: TIME,
      },
    },
    summary: 'Add a rule: what a caller may do with the key',
    description: 'It is in force at once.',
    body: rules.ruleRequest,
    answers: { 200: rules.ruleView, 400: errorAnswer, 404: errorAnswer },
    handle: ({ actor, body, request }, api) => {
      const { kept, policy } = api.keyset
      const { whom: given } = body
      const whom = typeof given === 'object' && 'id' in given ? find(api, given) : given
      if (whom === undefined) return request.json(texts.noCaller, 404)
      const added = policy.ruleSet.add({ ...body, whom })
      if (!added.ok) return request.json(messageOf(added), 400)
      const { id } = added.value
      const detail = { rule: id, verdict: body.verdict }
      kept.audit.record({ actor, action: 'rule.add', outcome: 'ok', detail })
      reportChange(api)
      return request.json(policy.ruleSet.ruleViews().find((rule) => rule.id === id))
    },
  }),

  deleteRule: route({
    method: 'delete',
    path: '/api/rules/:id',
    params: { id: 'The id of the rule' },
    scope: 'admin',
    confirm: 'always',
    example: { params: { id: '7' } },
    summary: 'Delete a rule',
    description: 'It has no effect from then on.',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, param, request }, api) => {
      const { kept, policy } = api.keyset
      const rule = Number(param('id'))
      if (!policy.ruleSet.delete(rule)) return request.json(http.notFound, 404)
      kept.audit.record({ actor, action: 'rule.delete', outcome: 'ok', detail: { rule } })
      reportChange(api)
      return request.json({ success: true })
    },
  }),

  setCaller: route({
    method: 'put',
    path: '/api/callers/:door/:id',
    params: {
      door: 'The kind of caller: `peer`, `app`, `program` (an API key) or `owner`',
      id: 'The public key of a peer, or the id of an app, an API key or a user',
    },
    scope: 'admin',
    confirm: ({ preset, suspended }) => preset !== undefined || suspended === false,
    example: {
      params: { door: 'app', id: ID },
      body: { preset: 'everyday' },
      answer: { caller: { door: 'app', id: ID }, preset: 'everyday', suspended: false },
    },
    summary: "Set a caller's preset, or suspend the caller",
    description:
      'The preset is what the caller may do without a rule of its own. All requests of a suspended caller ' +
      'are refused, or not answered if it is an app. Fields that are left out stay as they are.',
    body: rules.callerUpdate,
    answers: { 200: rules.callerView, 400: errorAnswer, 404: errorAnswer },
    handle: ({ actor, body, param, request }, api) => {
      const { kept, policy } = api.keyset
      const named = rules.caller.safeParse({ door: param('door'), id: param('id') })
      const caller = named.success ? find(api, named.data) : undefined
      if (caller === undefined) return request.json(texts.noCaller, 404)
      policy.ruleSet.update(caller, body)
      const { preset, suspended } = body
      const detail = {
        ...caller,
        ...(preset !== undefined && { preset }),
        ...(suspended !== undefined && { suspended }),
      }
      kept.audit.record({ actor, action: 'caller.set', outcome: 'ok', detail })
      reportChange(api)
      const view = policy.ruleSet
        .callerViews()
        .find(({ caller: { door, id } }) => door === caller.door && id === caller.id)
      return request.json(view ?? { caller, preset: null, suspended: false })
    },
  }),
}

const find = ({ auth, keyset }: Api, caller: rules.Caller): rules.Caller | undefined =>
  findCaller(caller, {
    keyset: keyset.supervisor,
    programName: (id) => auth.apiKeys.nameOf(id),
    isApp: (id) => keyset.apps.get(id) !== undefined,
  })

/** Open pages then read the rules again. */
const reportChange = ({ keyset }: Api) =>
  void keyset.events.add('info', ownerEvent.rulesChanged, { rules: true })
