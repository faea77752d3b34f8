import { randomUUID } from 'node:crypto'
import { imports as texts } from '#contract/import-messages.ts'
import { APP_NAME_CHARS_MAX, APP_RELAYS_MAX } from '#contract/limits.ts'
import type { Nip46Policy } from '#contract/nip46.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import { LOGIN_KINDS } from '#contract/rule-terms.ts'
import { isPoint, publicPoint } from '#crypto/curve/hex.ts'
import { APPS_MAX, OPEN_FOR } from '#nip46/limits.ts'
import { readClaims, readRelays } from '#nip46/link.ts'
import { readPermissions } from '#nip46/requested-permissions.ts'
import { xOnly } from '#nostr/x-only.ts'
import { wishesOf } from './apps-policy.ts'
import type { FoundApp, Household } from './household.ts'
import { USUAL_RELAY } from './limits.ts'
import type { Plan, PlanOptions, Telling } from './plan.ts'

type Planned = Plan['apps'][number]

/**
 * The apps that come over. igloo-server answers all of a person's by one key: each keeps that one, so that
 * its client notices nothing.
 */
export function plannedApps(
  { apps, transport }: Pick<Household, 'apps' | 'transport'>,
  { target, now, relayHosts }: PlanOptions,
  { comes, stays }: Telling,
): Planned[] {
  if (apps.length === 0) return []
  const answerer = answererOf(transport)
  if (answerer === null) {
    stays.push(texts.noTransport(apps.length))
    return []
  }
  const planned: Planned[] = []
  const isThere = (client: string) =>
    planned.some(({ kept }) => kept.client === client) ||
    target.apps.some((app) => app.client === client && app.signer === answerer.pubkey)
  for (const app of apps) {
    const name = plainLine(app.name, APP_NAME_CHARS_MAX - 1) || `App ${app.client.slice(0, 8)}`
    const relays = usableRelays(app.relays, relayHosts)
    if (!isPoint(`02${app.client}`)) stays.push(texts.appUnfit(plainLine(name, APP_NAME_CHARS_MAX)))
    else if (isThere(app.client)) stays.push(texts.appThere(name))
    else if (target.apps.length + planned.length >= APPS_MAX) {
      stays.push(texts.appsFull(name, APPS_MAX))
    } else if (relays.length === 0) stays.push(texts.appRelays(name))
    else {
      const { policy, hadLogins } = withoutLogins(app.policy)
      const kept = keptApp(app, { relays, now, seckey: answerer.seckey })
      planned.push({ kept, name, policy })
      comes.push(texts.app(name, allowedWords(policy)))
      if (hadLogins) stays.push(texts.logins(name))
    }
  }
  return planned
}

function answererOf(transport: string | null): { seckey: string; pubkey: string } | null {
  const seckey = transport?.trim().toLowerCase() ?? ''
  if (!/^[0-9a-f]{64}$/.test(seckey)) return null
  try {
    return { seckey, pubkey: xOnly(publicPoint(seckey)) }
  } catch {
    return null
  }
}

const keptApp = (
  { client, name, url, image, createdAt }: FoundApp,
  { relays, now, seckey }: { relays: string[]; now: number; seckey: string },
): Planned['kept'] => ({
  ...{ id: randomUUID(), seckey, client, relays, formerRelays: [] },
  claims: readClaims({ name, url, image }),
  ...{ invitation: null, greeting: null },
  // Nobody is signed out for not having been used here yet.
  ...{ createdAt, pairedAt: now, until: null },
  // Clients can add to igloo-server's list.
  areRelaysItsOwn: true,
  ...{ answersNip04: true, sendsAuthUrl: false, openFor: OPEN_FOR },
})

function usableRelays(given: readonly string[], hosts: RelayHosts | undefined): string[] {
  const usable = (given.length > 0 ? given : [USUAL_RELAY]).flatMap((url) => {
    const read = readRelays([url], hosts)
    return read.ok ? read.value : []
  })
  return [...new Set(usable)].slice(0, APP_RELAYS_MAX)
}

function allowedWords(policy: Nip46Policy): string {
  const words = readPermissions(wishesOf(policy)).map((wish) => wish.words)
  return words.length === 0 ? texts.asksAll : texts.without(words)
}

/** Consent to a login is not kept for ever here. */
function withoutLogins({ methods, kinds }: Nip46Policy) {
  const all = Object.entries(kinds)
  const others = all.filter(([kind]) => !LOGIN_KINDS.has(Number(kind)))
  const policy = { methods, kinds: Object.fromEntries(others) }
  return { policy, hadLogins: others.length < all.length && methods['sign_event'] === true }
}
