import { http, protocolTexts as texts } from '#contract/messages.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import type { Supervisor } from '#signer/supervisor.ts'

/** A peer's key as in the group credential, compressed, or why there is none. */
export type FoundPeer =
  | { ok: true; pubkey: string }
  | { ok: false; code: 'NO_KEY' | 'NO_GROUP' | 'NO_PEER'; error: string }

/** @param text another member's public key, in any form */
export function findPeer(
  { group, self }: Pick<Supervisor, 'group' | 'self'>,
  text: string,
): FoundPeer {
  const xonly = parseXOnly(text)
  if (xonly === undefined) return { ok: false, code: 'NO_KEY', error: http.invalidPubkey }
  if (!group?.ok) return { ok: false, code: 'NO_GROUP', error: http.noGroupCredential }
  const peer = group.value.members.find(({ pubkey }) => parseXOnly(pubkey) === xonly)
  if (peer === undefined || xonly === self) {
    return { ok: false, code: 'NO_PEER', error: texts.peerNotFound }
  }
  return { ok: true, pubkey: peer.pubkey }
}
