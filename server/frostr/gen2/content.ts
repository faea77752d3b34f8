import { v2 } from 'nostr-tools/nip44'
import { gen2Refusal, refusal } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { NIP44_PLAINTEXT_MAX } from '../../nostr/limits.ts'
import { nip44 } from '../../nostr/nip44.ts'
import { sharedX } from '../../nostr/shared-x.ts'

/**
 * The key that two devices use to encrypt to each other (NIP-44): a secret, 32 bytes. It is the
 * same for both and never changes, so a caller may keep it.
 *
 * @param seckey 32 bytes, hex
 * @param peer x-only key, 32 bytes, hex
 * @throws when the peer's key is not a point on the curve
 */
export const conversationKey = (seckey: string, peer: string): Uint8Array =>
  nip44.conversationKey(sharedX(seckey, peer).toString('hex'))

/**
 * Encrypts an event's content: NIP-44, version 2, in base64 without its usual padding.
 *
 * @param random the payload's nonce: 32 bytes, fresh for each
 */
export function encryptContent(
  plaintext: string,
  key: Uint8Array,
  random?: Uint8Array,
): Result<string> {
  if (Buffer.byteLength(plaintext) > NIP44_PLAINTEXT_MAX)
    return fail(gen2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX))
  const content = nip44.encrypt(plaintext, key, random)
  // Only the end is searched: a pattern would be tried at each of thousands of characters.
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return ok(content.slice(0, content.length - padding))
}

/**
 * The reverse; content with padding is refused, as genuine devices do. What it holds is JSON, so no
 * work goes into a byte order mark before it, which is lost.
 */
export function decryptContent(content: string, key: Uint8Array): Result<string> {
  if (content.includes('=')) return fail(refusal.decryption)
  try {
    const plaintext = v2.decrypt(content + '='.repeat(-content.length & 3), key)
    if (Buffer.byteLength(plaintext) <= NIP44_PLAINTEXT_MAX) return ok(plaintext)
  } catch {
    // Not NIP-44, not for this key, or changed on the way.
  }
  return fail(refusal.decryption)
}
