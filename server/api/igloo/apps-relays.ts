import { apps as texts } from '#contract/app-messages.ts'
import { APP_RELAYS_MAX } from '#contract/limits.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Apps } from '#nip46/apps.ts'
import type { Admission } from '#nip46/authorise-sender.ts'
import { readRelays } from '#nip46/link.ts'

type RelayApps = Pick<Apps, 'list' | 'relaysOf' | 'update'>

/** The relays that apps are met on: igloo-server has one list for all. */
export const relaysOfAll = (apps: RelayApps): string[] => [
  ...new Set(apps.list().flatMap(({ id }) => apps.relaysOf(id))),
]

/**
 * Has every app met on the relays that are new in the list, and on none that is no longer in it; an app
 * that is left with none is met on all of the list.
 *
 * @returns the list, and the ids of the apps that are moved
 */
export function setRelaysOfAll(
  apps: RelayApps,
  given: readonly string[],
  hosts?: RelayHosts,
): Admission<{ relays: string[]; moved: string[] }> {
  const all = apps.list()
  if (all.length === 0) return { ok: false, fault: 'misfit', error: texts.noAppYet }
  const read = readRelays(given, hosts)
  if (!read.ok || given.length > APP_RELAYS_MAX) {
    const error = read.ok ? texts.tooManyRelays(APP_RELAYS_MAX) : read.error
    return { ok: false, fault: 'misfit', error }
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
  return { ok: true, value: { relays: relaysOfAll(apps), moved: moved.map(({ id }) => id) } }
}
