import { packages as texts } from '#contract/codes.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { eventId, signEvent, verifySignature } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import { backupKey, openBackup } from '#protocol/v2/profile.ts'
import { authTemplate } from '#relay/authentication.ts'
import type { DialPolicy } from '#relay/dial-policy.ts'
import type { RelayPool } from '#relay/pool.ts'
import { MAX_CONTENT_CHARS } from '#signer/limits.ts'
import { V2_BACKUP_KIND } from './limits.ts'
import { searchStored } from './stored-events.ts'

/** Milliseconds. */
const SEARCH_TIMEOUT = 8_000

export interface SearchOptions {
  /** The share's secret, 32 bytes, hex. */
  seckey: string
  /** Normalised, without duplicates. */
  relays: readonly string[]
  dialPolicy(url: string): DialPolicy
  /** Holds the relay connections of the process. */
  relayPool: RelayPool
  /** Ends the search early. */
  signal: AbortSignal
  /** The time limit for the whole search, in milliseconds. Only tests shorten it. */
  bound?: number
}

/**
 * Finds the group of a share in the encrypted back-up that its device stored on relays: the newest back-up that
 * is signed by the share, opens with it, and has a group that the share belongs to. Ends when every relay has
 * answered or is unreachable, or after 8 s. Never rejects.
 */
export async function findBackup({
  seckey,
  relays,
  dialPolicy,
  relayPool,
  signal,
  bound = SEARCH_TIMEOUT,
}: SearchOptions): Promise<Result<GroupPackage>> {
  const self = xOnly(publicPoint(seckey))
  const key = backupKey(seckey)
  let newest: { createdAt: number; group: GroupPackage } | undefined

  const examine = (event: NostrEvent): boolean => {
    const { id, pubkey, sig, kind, content, created_at: createdAt } = event
    if (kind !== V2_BACKUP_KIND || pubkey !== self) return false
    if (content.length > MAX_CONTENT_CHARS) return false
    if (newest !== undefined && newest.createdAt >= createdAt) return false
    if (eventId(event) !== id || !verifySignature(sig, id, pubkey)) return false
    const backup = openBackup(content, key)
    if (!backup.ok || backup.value.publicKey !== self) return true
    const { group } = backup.value
    if (joinGroup(group, seckey, null).ok) newest = { createdAt, group }
    return true
  }
  const answered = await searchStored({
    ...{ relayPool, relays, dialPolicy, examine, bound, signal },
    filter: { kinds: [V2_BACKUP_KIND], authors: [self] },
    authenticate: (challenge, relay) =>
      signEvent(authTemplate(challenge, relay, Date.now()), seckey, self),
  })
  if (newest !== undefined) return ok(newest.group)
  return fail(answered === 0 ? texts.noRelayHeard : texts.noBackup)
}
