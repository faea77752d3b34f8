import { type DialPolicy, namesPrivateHost, publicLookup } from '#relay/dial-policy.ts'
import { contentOf, get } from './get.ts'
import { RELAY_DOCUMENT_BYTES_MAX, RELAY_DOCUMENT_TIMEOUT } from './limits.ts'

/**
 * The largest message that a relay says it accepts, in bytes (NIP-11, `limitation.max_message_length`).
 * Follows no redirect. Never rejects.
 *
 * @param dialPolicy for a relay that the owner has not set
 * @returns undefined when it states none, or does not answer
 */
export async function statedMessageBytes(
  relay: string,
  dialPolicy?: DialPolicy,
): Promise<number | undefined> {
  if (dialPolicy?.publicOnly && namesPrivateHost(relay)) return undefined
  try {
    const answer = await get(new URL(relay.replace(/^ws/, 'http')), {
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
