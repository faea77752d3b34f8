import type { Caller } from '#contract/rules.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { findPeer } from './find-peer.ts'

export interface FindCallerOptions {
  keyset: Pick<Supervisor, 'group' | 'self'>
  /** Undefined when there is no such API key. */
  programName(id: string): string | undefined
  /** Whether there is an app with this id. */
  isApp(id: string): boolean
}

/**
 * A caller as the judge knows it; undefined when there is no such one.
 *
 * @param caller a peer by its key in any form
 */
export function findCaller(
  { door, id }: Caller,
  { keyset, programName, isApp }: FindCallerOptions,
): Caller | undefined {
  switch (door) {
    case 'peer': {
      const peer = findPeer(keyset, id)
      return peer.ok ? { door, id: xOnly(peer.pubkey) } : undefined
    }
    case 'program':
      return programName(id) === undefined ? undefined : { door, id }
    case 'owner':
      return { door, id }
    case 'app':
      return isApp(id) ? { door, id } : undefined
  }
}
