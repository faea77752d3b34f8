import type { Context } from '#app/context.ts'
import { http, ownerEvent, rules as texts } from '#contract/messages.ts'
import {
  type Caller,
  type CallerUpdate,
  caller as callerSchema,
  type Whom,
} from '#contract/rules.ts'
import type { Handlers } from '#http/router.ts'
import { findCaller } from '#keysets/callers.ts'
import { actorOf } from './actor.ts'

type RuleName = 'rules' | 'addRule' | 'deleteRule' | 'setCaller'

/** What may be done with the key, for whom. */
export function ruleHandlers({ keysets, auth }: Context): Pick<Handlers, RuleName> {
  const { policy, kept, events, supervisor, apps } = keysets.first
  const { ruleSet } = policy

  const find = (caller: Caller): Caller | undefined =>
    findCaller(caller, {
      keyset: supervisor,
      programName: (id) => auth.apiKeys.nameOf(id),
      isApp: (id) => apps.get(id) !== undefined,
    })

  const findWhom = (whom: Whom): Whom | undefined =>
    typeof whom === 'object' && 'id' in whom ? find(whom) : whom

  /** Open pages read the rules again. */
  const tell = () => void events.add('info', ownerEvent.rulesChanged, { rules: true })

  return {
    rules: ({ request }) =>
      request.json({ rules: ruleSet.ruleViews(), callers: ruleSet.callerViews() }),

    addRule: (call) => {
      const { request, body } = call
      const whom = findWhom(body.whom)
      if (whom === undefined) return request.json({ error: texts.noCaller }, 404)
      const added = ruleSet.add({ ...body, whom })
      if (!added.ok) return request.json({ error: added.error }, 400)
      const { id } = added.value
      kept.audit.record({
        actor: actorOf(call),
        action: 'rule.add',
        outcome: 'ok',
        detail: { rule: id, verdict: body.verdict },
      })
      tell()
      return request.json(ruleSet.ruleViews().find((rule) => rule.id === id))
    },

    deleteRule: (call) => {
      const { request } = call
      const id = Number(call.param('id'))
      if (!ruleSet.delete(id)) return request.json({ error: http.notFound }, 404)
      kept.audit.record({
        actor: actorOf(call),
        action: 'rule.delete',
        outcome: 'ok',
        detail: { rule: id },
      })
      tell()
      return request.json({ success: true })
    },

    setCaller: (call) => {
      const { request, body } = call
      const named = callerSchema.safeParse({ door: call.param('door'), id: call.param('id') })
      const caller = named.success ? find(named.data) : undefined
      if (caller === undefined) return request.json({ error: texts.noCaller }, 404)
      ruleSet.update(caller, body)
      kept.audit.record({
        actor: actorOf(call),
        action: 'caller.set',
        outcome: 'ok',
        detail: { ...caller, ...given(body) },
      })
      tell()
      return request.json(viewOf(caller))
    },
  }

  function viewOf(caller: Caller) {
    const set = ruleSet
      .callerViews()
      .find(({ caller: { door, id } }) => door === caller.door && id === caller.id)
    return set ?? { caller, preset: null, suspended: false }
  }
}

/** What an update sets. */
const given = ({ preset, suspended }: CallerUpdate) => ({
  ...(preset !== undefined && { preset }),
  ...(suspended !== undefined && { suspended }),
})
