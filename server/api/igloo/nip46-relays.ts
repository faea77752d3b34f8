import { apps as texts } from '#contract/codes.ts'
import { APP_RELAYS_MAX } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import * as nip46 from '#contract/nip46.ts'
import { errorAnswer } from '#contract/refusal.ts'
import type { Call } from '#http/route.ts'
import type { Apps } from '#nip46/apps.ts'
import { readRelays } from '#nip46/link.ts'
import type { AppResult } from '#nip46/registration.ts'
import { recordApp, refuse } from '../apps.ts'
import { type Api, route } from '../route.ts'
import { HASH, RELAY } from '../samples.ts'

/** The relays that apps are met on, as igloo-server's clients ask for them: one list for all apps. */
export const nip46RelayRoutes = {
  nip46Transport: route({
    method: 'get',
    path: '/api/nip46/transport',
    scope: 'read',
    summary: 'Get an empty transport key',
    description: 'Each app has a key of its own, which nobody gets.',
    answers: { 200: nip46.nip46Transport },
    handle: ({ request }) => request.json({ transport_sk: '' }),
  }),

  setNip46Transport: route({
    method: 'put',
    path: '/api/nip46/transport',
    scope: 'admin',
    example: { body: { transport_sk: HASH } },
    summary: 'Always refused: nobody sets the keys that answer apps',
    body: nip46.nip46TransportRequest,
    answers: { 400: errorAnswer },
    handle: ({ request }) => request.json(texts.transportKey, 400),
  }),

  nip46Relays: route({
    method: 'get',
    path: '/api/nip46/relays',
    scope: 'read',
    summary: 'List the relays of all apps together',
    answers: { 200: nip46.nip46Relays },
    handle: ({ request }, { keyset }) => request.json({ relays: relaysOfAll(keyset.apps) }),
  }),

  setNip46Relays: route({
    method: 'put',
    path: '/api/nip46/relays',
    scope: 'admin',
    confirm: 'always',
    example: { body: { relays: [RELAY] } },
    summary: 'Replace the relays of all apps',
    description:
      'Relays that no app has yet are added to every app. Relays that are not in the list are ' +
      'removed from every app; until it has moved, it is heard there too. Null or an empty ' +
      "list stands for the signer's relays.",
    body: nip46.nip46RelaysRequest,
    answers: { 200: nip46.nip46Relays, 400: errorAnswer },
    handle: (call, api) => {
      const given = call.body.relays ?? []
      return setRelays(call, api, given.length > 0 ? given : api.keyset.supervisor.relays)
    },
  }),

  addNip46Relays: route({
    method: 'post',
    path: '/api/nip46/relays',
    scope: 'admin',
    confirm: 'always',
    example: { body: { relays: [RELAY] } },
    summary: 'Add relays to all apps',
    body: nip46.nip46RelaysRequest,
    answers: { 200: nip46.nip46Relays, 400: errorAnswer },
    handle: (call, api) =>
      setRelays(call, api, [
        ...new Set([...relaysOfAll(api.keyset.apps), ...(call.body.relays ?? [])]),
      ]),
  }),
}

const relaysOfAll = (apps: Apps): string[] => [
  ...new Set(apps.list().flatMap(({ id }) => apps.relaysOf(id))),
]

function setRelays(
  call: Pick<Call, 'actor' | 'request'>,
  api: Api,
  given: readonly string[],
): Response {
  const { apps } = api.keyset
  const moved = moveApps(api, given)
  if (!moved.ok) return refuse(call, moved)
  for (const app of moved.value) recordApp(api.keyset, call, { action: 'app.set', app })
  return call.request.json({ relays: relaysOfAll(apps) })
}

/**
 * Has every app met on the relays that are new in the list, and on none that is no longer in it; an app
 * that is left with none is met on all of the list.
 *
 * @returns the ids of the apps that are moved
 */
function moveApps({ config, keyset }: Api, given: readonly string[]): AppResult<string[]> {
  const { apps } = keyset
  const all = apps.list()
  if (all.length === 0) return { ok: false, fault: 'invalid', ...texts.noAppYet }
  const read = readRelays(given, config.relayHosts)
  if (!read.ok || given.length > APP_RELAYS_MAX) {
    const why = read.ok ? texts.tooManyRelays(APP_RELAYS_MAX) : messageOf(read)
    return { ok: false, fault: 'invalid', ...why }
  }
  const before = relaysOfAll(apps)
  const added = read.value.filter((url) => !before.includes(url))
  const moves = all.map(({ id }) => {
    const stays = apps.relaysOf(id).filter((url) => read.value.includes(url))
    const next = [...stays, ...added]
    return { id, relays: next.length > 0 ? next : read.value }
  })
  const moved = moves.filter(({ id, relays }) => relays.join() !== apps.relaysOf(id).join())
  for (const { id, relays } of moved) {
    const updated = apps.update(id, { relays })
    if (!updated.ok) return updated
  }
  return { ok: true, value: moved.map(({ id }) => id) }
}
