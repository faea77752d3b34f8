import type { Context } from '#app/context.ts'
import { apps as texts } from '#contract/app-messages.ts'
import type { AppUpdate } from '#contract/apps.ts'
import type { Handlers } from '#http/router.ts'
import { policyOf, replaced } from '#import/apps-policy.ts'
import { callerOf } from '#nip46/authorise-sender.ts'
import { actorOf } from '../actor.ts'
import { refuse } from '../apps.ts'
import { isPaired, type PairedApp, recentOf, sessionOf } from './apps-sessions.ts'
import { policySetter } from './nip46-policy.ts'

type SessionName =
  | 'connectNip46'
  | 'nip46Sessions'
  | 'updateNip46Session'
  | 'setNip46Policy'
  | 'setNip46Status'
  | 'deleteNip46Session'
  | 'nip46History'

/** Uses of the key that are looked at for what apps have done last. */
const HISTORY_ROWS = 500

/** Apps as sessions, as igloo-server's clients know them: by the key of the client. */
export function nip46SessionHandlers({ keysets, store }: Context): Pick<Handlers, SessionName> {
  const { apps, kept, policy } = keysets.first
  const setPolicyBy = policySetter(keysets.first)

  const paired = (): PairedApp[] => apps.list().filter(isPaired)
  const find = (pubkey: string): PairedApp | undefined =>
    paired().find(({ client }) => client === pubkey.toLowerCase())

  const viewOf = (app: PairedApp) =>
    sessionOf(app, {
      relays: apps.relaysOf(app.id),
      policy: policyOf(policy.ruleSet, callerOf(app)),
    })

  /** What the audit says of uses of this keyset's key, the newest first. */
  const uses = () =>
    store.audit
      .uses({ limit: HISTORY_ROWS, about: 'uses' })
      .entries.filter(({ keyset }) => keyset === kept.id)

  const record = (call: Parameters<typeof actorOf>[0], action: string, app: string) =>
    kept.audit.record({ actor: actorOf(call), action, outcome: 'ok', detail: { app } })

  const remove = (call: Parameters<typeof actorOf>[0], pubkey: string): boolean => {
    const app = find(pubkey)
    if (app === undefined || !apps.remove(app.id)) return false
    record(call, 'app.remove', app.id)
    return true
  }

  return {
    connectNip46: async (call) => {
      const { uri } = call.body
      const read = apps.read(uri)
      if (!read.ok) return refuse(call, read)
      const before = read.value.known === undefined ? undefined : apps.get(read.value.known)
      const accepted = await apps.accept({
        ...{ uri, allow: [], name: before?.name, until: before?.until },
        preset: before?.preset ?? 'ask',
      })
      if (!accepted.ok) return refuse(call, accepted)
      record(call, 'app.accept', accepted.value.id)
      const app = find(read.value.client)
      return app === undefined
        ? call.request.json({ error: texts.noSession }, 400)
        : call.request.json({ session: viewOf(app) })
    },

    nip46Sessions: ({ query, request }) => {
      const entries = query.history === 'true' ? uses() : null
      const sessions = paired().map((app) => ({
        ...viewOf(app),
        ...(entries && recentOf(app.id, entries)),
      }))
      return request.json({ sessions })
    },

    updateNip46Session: (call) => {
      const { pubkey, status, profile, relays, policy } = call.body
      const app = find(pubkey)
      if (app === undefined) return call.request.json({ error: texts.noSession }, 404)
      const update: AppUpdate = {
        ...(profile?.name && { name: profile.name }),
        ...(relays && { relays }),
        ...(status !== undefined && { suspended: status === 'pending' }),
      }
      const updated = apps.update(app.id, update)
      if (!updated.ok) return refuse(call, updated)
      record(call, 'app.set', app.id)
      const set = policy && setPolicyBy(call, app, (before) => replaced(before, policy))
      if (set?.ok === false) return call.request.json({ error: set.error }, 400)
      return call.request.json({ ok: true, session: viewOf(find(pubkey) ?? app) })
    },

    setNip46Policy: (call) => {
      const app = find(call.param('pubkey'))
      if (app === undefined) return call.request.json({ error: texts.noSession }, 404)
      const set = setPolicyBy(call, app, (before) => replaced(before, call.body))
      return set.ok ? call.request.json({ ok: true }) : call.request.json({ error: set.error }, 400)
    },

    setNip46Status: (call) => {
      const { status } = call.body
      const pubkey = call.param('pubkey')
      if (status === 'revoked') return call.request.json({ ok: remove(call, pubkey) })
      const app = find(pubkey)
      if (app === undefined) return call.request.json({ error: texts.noSession }, 404)
      const updated = apps.update(app.id, { suspended: status === 'pending' })
      if (!updated.ok) return refuse(call, updated)
      record(call, 'app.set', app.id)
      return call.request.json({ ok: true })
    },

    deleteNip46Session: (call) => call.request.json({ ok: remove(call, call.param('pubkey')) }),

    nip46History: ({ request }) => {
      const entries = uses()
      const sessions = paired().map((app) => {
        const { pubkey, status, last_active_at, profile } = viewOf(app)
        return { pubkey, status, last_active_at, profile, ...recentOf(app.id, entries) }
      })
      return request.json({ sessions })
    },
  }
}
