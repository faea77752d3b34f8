import type { Context } from '#app/context.ts'
import { apps as texts } from '#contract/app-messages.ts'
import type { Handlers } from '#http/router.ts'
import type { AppResult } from '#nip46/registration.ts'
import { actorOf } from '../actor.ts'
import { refuse } from '../apps.ts'
import { relaysOfAll, setRelaysOfAll } from './apps-relays.ts'

type RelayName =
  | 'nip46Transport'
  | 'setNip46Transport'
  | 'nip46Relays'
  | 'setNip46Relays'
  | 'addNip46Relays'

/** Where apps are met, as igloo-server's clients ask for it. */
export function nip46RelayHandlers({
  config: { relayHosts },
  keysets,
}: Context): Pick<Handlers, RelayName> {
  const { apps, kept, supervisor } = keysets.first

  const answerTo = (
    call: Parameters<typeof actorOf>[0] & {
      request: { json(body: object, status: 200 | 400 | 404 | 409 | 503): Response }
    },
    set: AppResult<{ relays: string[]; moved: string[] }>,
  ): Response => {
    if (!set.ok) return refuse(call, set)
    const { relays, moved } = set.value
    for (const app of moved) {
      kept.audit.record({
        actor: actorOf(call),
        action: 'app.set',
        outcome: 'ok',
        detail: { app },
      })
    }
    return call.request.json({ relays }, 200)
  }

  return {
    nip46Transport: ({ request }) => request.json({ transport_sk: '' }),

    setNip46Transport: ({ request }) => request.json({ error: texts.transportKey }, 400),

    nip46Relays: ({ request }) => request.json({ relays: relaysOfAll(apps) }),

    setNip46Relays: (call) => {
      const given = call.body.relays ?? []
      return answerTo(
        call,
        setRelaysOfAll(apps, given.length > 0 ? given : supervisor.relays, relayHosts),
      )
    },

    addNip46Relays: (call) => {
      const all = new Set([...relaysOfAll(apps), ...(call.body.relays ?? [])])
      return answerTo(call, setRelaysOfAll(apps, [...all], relayHosts))
    },
  }
}
