import type { DialPolicy } from '#relay/dial-policy.ts'
import { namesPrivateHost, publicLookup } from '#relay/private-hosts.ts'
import { ask, contentOf } from './get.ts'
import { RELAY_DOCUMENT_BYTES_MAX, RELAY_DOCUMENT_TIMEOUT } from './limits.ts'

/**
 * Bytes of the largest message that a relay says it takes (NIP-11, `limitation.max_message_length`). It is
 * asked where its WebSocket is, and followed nowhere else. Never rejects.
 *
 * @param caution for a relay that the owner has not set
 * @returns undefined where it says nothing of it, or can't be asked
 */
export async function statedMessageBytes(
  relay: string,
  dialPolicy?: DialPolicy,
): Promise<number | undefined> {
  if (dialPolicy?.publicOnly && namesPrivateHost(relay)) return undefined
  try {
    const answer = await ask(new URL(relay.replace(/^ws/, 'http')), {
      signal: AbortSignal.timeout(RELAY_DOCUMENT_TIMEOUT),
      headers: { Accept: 'application/nostr+json' },
      ...(dialPolicy?.publicOnly && { lookup: publicLookup(dialPolicy.resolve) }),
    })
    const document = JSON.parse(`${await contentOf(answer, RELAY_DOCUMENT_BYTES_MAX)}`)
    const stated: unknown = document?.limitation?.max_message_length
    return typeof stated === 'number' && stated > 0 ? stated : undefined
  } catch {
    return undefined
  }
}
