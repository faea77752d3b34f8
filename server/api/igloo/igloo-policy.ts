import type { IglooPolicy } from '#contract/igloo.ts'
import type { PolicyInForce } from '#keysets/peer-policies.ts'
import { xOnly } from '#nostr/x-only.ts'

const SOURCES = { saved: 'runtime', environment: 'config', default: null } as const

/** A peer's policy as igloo-server says it. */
export function iglooPolicyOf(
  pubkey: string,
  { allowSend, allowReceive, source }: PolicyInForce,
  { status = 'unknown', name, note }: Partial<Pick<IglooPolicy, 'status'>> & PeerWords,
): IglooPolicy {
  const isSet = source !== 'default'
  return {
    pubkey,
    normalizedPubkey: xOnly(pubkey),
    allowSend: isSet ? allowSend : null,
    allowReceive: isSet ? allowReceive : null,
    status,
    label: name ?? null,
    note: note ?? null,
    source: SOURCES[source],
    lastUpdated: null,
    effectiveSend: allowSend,
    effectiveReceive: allowReceive,
    hasExplicitPolicy: isSet,
  }
}

/** What the owner calls a peer, and has written down about it. */
export interface PeerWords {
  name?: string | undefined
  note?: string | undefined
}
