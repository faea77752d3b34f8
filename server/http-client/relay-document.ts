import { type DialPolicy, namesPrivateHost, publicLookup } from '#relay/dial-policy.ts'
import { contentOf, get } from './get.ts'

/** An app waits for it. Milliseconds. */
const TIMEOUT = 3_000
/** Real ones have 1 to 10 kB, a few with a picture. */
export const DOCUMENT_BYTES_MAX = 65_536

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
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { Accept: 'application/nostr+json' },
      ...(dialPolicy?.publicOnly && { lookup: publicLookup(dialPolicy.resolve) }),
    })
    const document = JSON.parse(`${await contentOf(answer, DOCUMENT_BYTES_MAX)}`)
    const stated: unknown = document?.limitation?.max_message_length
    return typeof stated === 'number' && stated > 0 ? stated : undefined
  } catch {
    return undefined
  }
}
