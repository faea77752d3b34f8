import { packages as texts } from '../contract/messages.ts'
import { publicPoint } from '../curve/hex.ts'
import { fail, ok, type Result } from '../errors.ts'
import type { GroupPackage } from '../frostr/gen2/group.ts'
import { joinGroup } from '../frostr/gen2/onboarding.ts'
import { backupKey, openBackup } from '../frostr/gen2/profile-package.ts'
import { MAX_CONTENT_CHARS } from '../node/limits.ts'
import { eventId, isNostrEvent, signEvent, verifySignature } from '../nostr/event.ts'
import { xOnly } from '../nostr/x-only.ts'
import { authTemplate } from '../relay/authentication.ts'
import type { Caution } from '../relay/caution.ts'
import type { RelayHub } from '../relay/hub.ts'
import type { Line } from '../relay/line.ts'
import type { RelayStatus } from '../relay/status.ts'
import { GEN2_BACKUP_KIND } from './limits.ts'

/** Milliseconds. */
const SEARCH_TIMEOUT = 8_000

/** How many events are looked at. An honest relay has one, as the kind is replaceable (NIP-01). */
const EVENTS_MAX = 64

export interface SearchOptions {
  /** The share's secret, 32 bytes, hex. */
  seckey: string
  /** Normalised, without duplicates. */
  relays: readonly string[]
  caution(url: string): Caution
  /** Holds the relay connections of the process. */
  hub: RelayHub
  /** Ends the search early. */
  signal: AbortSignal
  /** The time limit for the whole search, in milliseconds. Only tests shorten it. */
  bound?: number
}

/**
 * The group of a share, from the encrypted back-up that its device left on its relays: the newest
 * one that is signed by the share, opens with it, and names a group that it belongs to. Ends when
 * every relay has sent what it has or is lost, or after 8 s; nothing is left open. Never rejects.
 */
export async function findBackup({
  seckey,
  relays,
  caution,
  hub,
  signal,
  bound = SEARCH_TIMEOUT,
}: SearchOptions): Promise<Result<GroupPackage>> {
  const self = xOnly(publicPoint(seckey))
  const key = backupKey(seckey)
  const ended = Promise.withResolvers<void>()
  const settled = new Set<string>()
  const heard = new Set<string>()
  let newest: { createdAt: number; group: GroupPackage } | undefined
  let looked = 0

  const look = (event: { id: string }) => {
    if (looked >= EVENTS_MAX || !isNostrEvent(event)) return
    looked += 1
    const { id, pubkey, sig, kind, content, created_at: createdAt } = event
    if (kind !== GEN2_BACKUP_KIND || pubkey !== self || content.length > MAX_CONTENT_CHARS) return
    if (newest !== undefined && newest.createdAt >= createdAt) return
    if (eventId(event) !== id || !verifySignature(sig, id, pubkey)) return
    line.seen.add(id)
    const backup = openBackup(content, key)
    if (!backup.ok || backup.value.publicKey !== self) return
    const { group } = backup.value
    if (joinGroup(group, seckey, null).ok) newest = { createdAt, group }
  }
  const onChange = ({ url, state, heard: isHeard }: RelayStatus) => {
    if (isHeard) heard.add(url)
    if (isHeard || state === 'waiting') settled.add(url)
    if (settled.size === relays.length) ended.resolve()
  }
  const line: Line = hub.line({
    urls: relays,
    caution,
    authenticate: (challenge, relay) =>
      signEvent(authTemplate(challenge, relay, Date.now()), seckey, self),
    onChange,
  })
  line.subscribe([{ kinds: [GEN2_BACKUP_KIND], authors: [self], stored: true }], look)

  const timer = setTimeout(ended.resolve, bound)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  if (signal.aborted) ended.resolve()
  else line.start()
  await ended.promise
  clearTimeout(timer)
  await line.stop()
  if (newest !== undefined) return ok(newest.group)
  return fail(heard.size === 0 ? texts.noRelayHeard : texts.noBackup)
}
