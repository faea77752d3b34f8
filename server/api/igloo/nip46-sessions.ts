import type { AppUpdate, AppView } from '#contract/apps.ts'
import { apps as texts } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import * as nip46 from '#contract/nip46.ts'
import type { AuditEntry } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { type PolicyChange, policyOf, replaced, setPolicy } from '#import/apps-policy.ts'
import type { Result } from '#lib/errors.ts'
import { callerOf } from '#nip46/registration.ts'
import { permissionFor, ruleOfPermission } from '#nip46/requested-permissions.ts'
import { recordApp, refuse } from '../apps.ts'
import { type Api, route } from '../route.ts'
import { APP_LINK, KEY } from '../samples.ts'

/** Pairing by igloo-server's call. */
export const nip46ConnectRoutes = {
  connectNip46: route({
    method: 'post',
    path: '/api/nip46/connect',
    scope: 'admin',
    confirm: 'always',
    example: { body: { uri: APP_LINK } },
    summary: 'Pair an app by its own link (`nostrconnect://`)',
    description:
      'A new app may do nothing without asking, whatever its link asks for. One that was ' +
      'paired before keeps its name and its rights.',
    body: nip46.nip46ConnectRequest,
    answers: {
      200: nip46.nip46ConnectAnswer,
      400: errorAnswer,
      409: errorAnswer,
      503: errorAnswer,
    },
    handle: async (call, { keyset }) => {
      const { apps } = keyset
      const { uri } = call.body
      const read = apps.read(uri)
      if (!read.ok) return refuse(call, read)
      const before = read.value.known === undefined ? undefined : apps.get(read.value.known)
      const accepted = await apps.accept({
        ...{ uri, allow: [], name: before?.name, until: before?.until },
        preset: before?.preset ?? 'ask',
      })
      if (!accepted.ok) return refuse(call, accepted)
      recordApp(keyset, call, { action: 'app.accept', app: accepted.value.id })
      const app = find(keyset, read.value.client)
      return app === undefined
        ? call.request.json(texts.noSession, 400)
        : call.request.json({ session: sessionOf(keyset, app) })
    },
  }),
}

/** Apps as sessions, as igloo-server's clients know them: by the key of the client. */
export const nip46SessionRoutes = {
  nip46Sessions: route({
    method: 'get',
    path: '/api/nip46/sessions',
    scope: 'read',
    example: { query: { history: 'true' } },
    summary: 'List the paired apps',
    description: '`history=true` adds what each has done last.',
    query: nip46.nip46SessionsQuery,
    answers: { 200: nip46.nip46Sessions, 400: errorAnswer },
    handle: ({ query, request }, api) => {
      const { keyset } = api
      const entries = query.history === 'true' ? keyUses(api) : null
      const sessions = pairedApps(keyset).map((app) => ({
        ...sessionOf(keyset, app),
        ...(entries && recentOf(app.id, entries)),
      }))
      return request.json({ sessions })
    },
  }),

  updateNip46Session: route({
    method: 'post',
    path: '/api/nip46/sessions',
    scope: 'admin',
    confirm: ({ status, relays, policy }) =>
      status === 'active' || relays !== undefined || policy !== undefined,
    example: { body: { pubkey: KEY, profile: { name: 'Notes' } } },
    summary: 'Change a paired app',
    description: 'Fields that are left out stay as they are. An app is paired only by its link.',
    body: nip46.nip46SessionRequest,
    answers: { 200: nip46.nip46SessionAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) => {
      const { actor, request } = call
      const { pubkey, status, profile, relays, policy } = call.body
      const app = find(keyset, pubkey)
      if (app === undefined) return request.json(texts.noSession, 404)
      const update: AppUpdate = {
        ...(profile?.name && { name: profile.name }),
        ...(relays && { relays }),
        ...(status !== undefined && { suspended: status === 'pending' }),
      }
      const updated = keyset.apps.update(app.id, update)
      if (!updated.ok) return refuse(call, updated)
      recordApp(keyset, call, { action: 'app.set', app: app.id })
      const set =
        policy && setPolicyOf(keyset, { actor, app }, (before) => replaced(before, policy))
      if (set?.ok === false) return request.json(messageOf(set), 400)
      return request.json({ ok: true, session: sessionOf(keyset, find(keyset, pubkey) ?? app) })
    },
  }),

  setNip46Policy: route({
    method: 'put',
    path: '/api/nip46/sessions/:pubkey/policy',
    params: { pubkey: 'The public key of the app: x-only, hex' },
    scope: 'admin',
    confirm: 'always',
    example: { params: { pubkey: KEY }, body: { methods: { nip44_encrypt: true } } },
    summary: 'Set what an app may do without asking',
    description:
      'Saved as rules. Logins (kinds 22242 and 27235) are allowed for ten minutes at most.',
    body: nip46.nip46PolicyUpdate,
    answers: { 200: nip46.nip46Done, 400: errorAnswer, 404: errorAnswer },
    handle: ({ actor, body, param, request }, { keyset }) => {
      const app = find(keyset, param('pubkey'))
      if (app === undefined) return request.json(texts.noSession, 404)
      const set = setPolicyOf(keyset, { actor, app }, (before) => replaced(before, body))
      return set.ok ? request.json({ ok: true }) : request.json(messageOf(set), 400)
    },
  }),

  setNip46Status: route({
    method: 'put',
    path: '/api/nip46/sessions/:pubkey/status',
    params: { pubkey: 'The public key of the app: x-only, hex' },
    scope: 'admin',
    confirm: ({ status }) => status === 'active',
    example: { params: { pubkey: KEY }, body: { status: 'active' } },
    summary: 'Suspend, resume or remove an app',
    description: '`pending` suspends it, `active` lifts that, `revoked` removes it.',
    body: nip46.nip46StatusRequest,
    answers: { 200: nip46.nip46Done, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) => {
      const { actor, request } = call
      const { status } = call.body
      const app = find(keyset, call.param('pubkey'))
      if (status === 'revoked') return request.json({ ok: remove(keyset, app, actor) })
      if (app === undefined) return request.json(texts.noSession, 404)
      const updated = keyset.apps.update(app.id, { suspended: status === 'pending' })
      if (!updated.ok) return refuse(call, updated)
      recordApp(keyset, call, { action: 'app.set', app: app.id })
      return request.json({ ok: true })
    },
  }),

  deleteNip46Session: route({
    method: 'delete',
    path: '/api/nip46/sessions/:pubkey',
    params: { pubkey: 'The public key of the app: x-only, hex' },
    scope: 'admin',
    example: { params: { pubkey: KEY } },
    summary: 'Remove an app',
    description: '`ok` is false if there is none with this key.',
    answers: { 200: nip46.nip46Done, 400: errorAnswer },
    handle: ({ actor, param, request }, { keyset }) =>
      request.json({ ok: remove(keyset, find(keyset, param('pubkey')), actor) }),
  }),

  nip46History: route({
    method: 'get',
    path: '/api/nip46/history',
    scope: 'read',
    summary: 'List which kinds and methods each paired app has used last',
    description: 'By the audit.',
    answers: { 200: nip46.nip46History },
    handle: ({ request }, api) => {
      const entries = keyUses(api)
      const sessions = pairedApps(api.keyset).map((app) => {
        const { pubkey, status, last_active_at, profile } = sessionOf(api.keyset, app)
        return { pubkey, status, last_active_at, profile, ...recentOf(app.id, entries) }
      })
      return request.json({ sessions })
    },
  }),
}

export type PairedApp = AppView & { client: string }

export const isPaired = (app: AppView): app is PairedApp => app.client !== undefined

const pairedApps = ({ apps }: Api['keyset']): PairedApp[] => apps.list().filter(isPaired)

/** A paired app by the key of its client. */
const find = (keyset: Api['keyset'], pubkey: string): PairedApp | undefined =>
  pairedApps(keyset).find(({ client }) => client === pubkey.toLowerCase())

function remove(keyset: Api['keyset'], app: PairedApp | undefined, actor: string): boolean {
  if (app === undefined || !keyset.apps.remove(app.id)) return false
  recordApp(keyset, { actor }, { action: 'app.remove', app: app.id })
  return true
}

/** An app as a session of igloo-server. Its picture is left out: consoles would load it from whoever the app names. */
function sessionOf({ apps, policy }: Api['keyset'], app: PairedApp): nip46.Nip46Session {
  const { client, name, claims, state, suspended, createdAt, pairedAt, lastUsedAt } = app
  return {
    pubkey: client,
    status: suspended || state === 'expired' ? 'pending' : 'active',
    profile: { name, ...(claims.url !== undefined && { url: claims.url }) },
    relays: [...apps.relaysOf(app.id)],
    policy: policyOf(policy.ruleSet, callerOf(app)),
    created_at: createdAt,
    updated_at: pairedAt ?? createdAt,
    last_active_at: lastUsedAt ?? null,
  }
}

/** Changes what an app may do without asking, with rows in the audit, and reports it to open pages. */
export function setPolicyOf(
  { kept, policy, events }: Api['keyset'],
  { actor, app }: { actor: string; app: { id: string } },
  next: (before: nip46.Nip46Policy) => nip46.Nip46Policy,
): Result<PolicyChange> {
  const caller = callerOf(app)
  const changed = setPolicy(policy.ruleSet, caller, next(policyOf(policy.ruleSet, caller)))
  if (!changed.ok) return changed
  const { added, deleted } = changed.value
  for (const rule of deleted) {
    kept.audit.record({ actor, action: 'rule.delete', outcome: 'ok', detail: { rule } })
  }
  for (const rule of added) {
    const detail = { rule, verdict: 'allow' }
    kept.audit.record({ actor, action: 'rule.add', outcome: 'ok', detail })
  }
  if (added.length + deleted.length > 0) {
    events.add('info', ownerEvent.rulesChanged, { rules: true })
  }
  return changed
}

/** How many of the latest uses of the key are searched for those by apps. */
const HISTORY_ROWS = 500
/** How many kinds and methods of an app are shown. */
const RECENT_MAX = 5

/** The audit's rows on uses of this keyset's key, the newest first. */
const keyUses = ({ keyset, store }: Api): AuditEntry[] =>
  store.audit
    .uses({ limit: HISTORY_ROWS, about: 'uses' })
    .entries.filter((entry) => entry.keyset === keyset.kept.id)

function recentOf(app: string, entries: readonly AuditEntry[]): nip46.Nip46Recent {
  const kinds = new Set<number>()
  const methods = new Set<string>()
  for (const { actor, action, outcome, detail } of entries) {
    if (actor !== app || outcome !== 'ok') continue
    const method = permissionFor(action)
    if (ruleOfPermission(method) !== null) methods.add(method)
    if (action === 'sign' && typeof detail['kind'] === 'number') kinds.add(detail['kind'])
  }
  return {
    recent_kinds: [...kinds].slice(0, RECENT_MAX),
    recent_methods: [...methods].slice(0, RECENT_MAX),
  }
}
