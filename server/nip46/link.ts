import { randomInt } from 'node:crypto'
import type { Claims } from '#contract/apps.ts'
import { apps as texts } from '#contract/codes.ts'
import { jsonObject } from '#contract/json-object.ts'
import { APP_NAME_CHARS_MAX, APP_RELAYS_MAX } from '#contract/limits.ts'
import type { Failure } from '#contract/message.ts'
import { cleanLink } from '#contract/pasted-link.ts'
import { cleanName, plainLine } from '#contract/plain-text.ts'
import { NO_RELAY_HOSTS, normaliseRelayUrl, type RelayHosts } from '#contract/relay-url.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { namesPrivateHost } from '#relay/dial-policy.ts'
import { SECRET_CHARS } from './limits.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CLAIM_CHARS_MAX = 512

/** A parsed nostrconnect link (NIP-46). */
export interface ConnectLink {
  /** The app's key: x-only, hex. */
  client: string
  /** Normalised, without duplicates; at least one. */
  relays: string[]
  /** The answer must contain it. */
  secret: string
  claims: Claims
  /** Requested permissions: `sign_event:1`, `nip44_decrypt`. */
  perms: string[]
}

/** The secret of a new link: base62, which needs no escaping anywhere. */
export const newSecret = (): string =>
  Array.from({ length: SECRET_CHARS }, () => BASE62[randomInt(BASE62.length)]).join('')

/** A link that pairs one client (NIP-46). @param signer the key that answers it, x-only, hex */
export function bunkerLink(signer: string, relays: readonly string[], secret: string): string {
  const named = relays.map((url) => `relay=${encodeURIComponent(url)}`)
  return `bunker://${signer}?${[...named, `secret=${secret}`].join('&')}`
}

/**
 * Parses a nostrconnect link as clients in the wild write it: in upper or lower case, with unescaped relays,
 * with its metadata as fields or as JSON (`metadata`).
 *
 * @param hosts host names without a dot that its relays may have
 */
export function readConnectLink(text: string, hosts?: RelayHosts): Result<ConnectLink> {
  const link = cleanLink(text)
  const [, key = '', query = ''] = /^nostrconnect:\/*([^/?#]*)\/?\??(.*)$/is.exec(link) ?? []
  if (key === '') {
    return fail(/^bunker:/i.test(link) ? texts.isOwnLink : texts.notALink)
  }
  const client = key.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(client) || !isPoint(`02${client}`)) return fail(texts.linkKey)
  // A QR code may have the whole link in capitals.
  const fields = new URLSearchParams(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]),
  )
  const secret = fields.get('secret') ?? ''
  if (secret === '') return fail(texts.linkSecret)
  const relays = readRelays(fields.getAll('relay'), hosts)
  if (!relays.ok) return relays
  const perms = (fields.get('perms') ?? '').split(',').map((perm) => perm.trim().toLowerCase())
  return ok({
    client,
    relays: relays.value,
    secret,
    claims: readClaims({
      ...jsonObject(fields.get('metadata') ?? ''),
      ...Object.fromEntries(fields),
    }),
    perms: [...new Set(perms)].filter((perm) => /^[a-z0-9_]{1,32}(:\d{1,5})?$/.test(perm)),
  })
}

/**
 * Normalises an app's relays. Public relays must be encrypted (wss).
 *
 * @param hosts host names without a dot that they may have; these are not public
 * @returns normalised, without duplicates; at least one
 */
export function readRelays(given: readonly string[], hosts = NO_RELAY_HOSTS): Result<string[]> {
  const usable = new Set<string>()
  let problem: Failure = texts.linkRelays
  for (const text of given.slice(0, APP_RELAYS_MAX)) {
    const url = normaliseRelayUrl(text, hosts)
    if (!url.ok) problem = url
    else if (url.value.startsWith('ws:') && !isHome(url.value, hosts)) {
      problem = texts.plainRelay(url.value)
    } else usable.add(url.value)
  }
  return usable.size > 0 ? ok([...usable]) : fail(problem)
}

const isHome = (url: string, hosts: RelayHosts): boolean =>
  hosts.has(new URL(url).hostname) || namesPrivateHost(url)

/** An app's claims about itself, made safe to show: short, on one line, invisible characters named. */
export function readClaims(given: { name?: unknown; url?: unknown; image?: unknown }): Claims {
  const claim = (value: unknown, most: number): string | undefined =>
    typeof value === 'string' && cleanName(value.slice(0, 4 * most)) !== ''
      ? plainLine(value.slice(0, 4 * most), most)
      : undefined
  const [name, url, image] = [
    claim(given.name, APP_NAME_CHARS_MAX),
    claim(given.url, CLAIM_CHARS_MAX),
    claim(given.image, CLAIM_CHARS_MAX),
  ]
  return { ...(name && { name }), ...(url && { url }), ...(image && { image }) }
}
