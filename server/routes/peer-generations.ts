import type { z } from 'zod'
import type { Context } from '../context.ts'
import { ownerEvent } from '../contract/messages.ts'
import type { peerGenerationsAnswer } from '../contract/operations.ts'
import { xOnly } from '../nostr/x-only.ts'

type Parts = Pick<Context, 'store' | 'supervisor' | 'events'>

/**
 * Says whether things are asked of a peer and given to it in 1.x though it was heard in 2026. On the
 * disk before it is in force, and in force at once; in the event log and in the audit.
 */
export function allowFirstGeneration(
  { store, supervisor, events }: Parts,
  { pubkey, actor }: { pubkey: string; actor: string },
  allowed: boolean,
): Omit<z.infer<typeof peerGenerationsAnswer>, 'pubkey'> {
  const { self, node } = supervisor
  const xonly = xOnly(pubkey)
  if (self !== null) store.generations.allowFirst(self, xonly, allowed)
  const peer = node?.peers.get(pubkey)
  if (peer) peer.firstAllowed = allowed
  const kept = self === null ? undefined : store.generations.of(self).get(xonly)
  const detail = { pubkey, firstGenerationAllowed: allowed }
  events.add('info', ownerEvent.firstAllowed(pubkey.slice(0, 8), allowed), detail)
  store.audit.record({ actor, action: 'peer.generations', outcome: 'ok', detail })
  return {
    heardIn2026: peer?.heardIn2026 ?? kept?.heardIn2026 ?? false,
    firstGenerationAllowed: allowed,
  }
}
