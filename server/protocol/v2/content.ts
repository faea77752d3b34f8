import { refusal, v2Refusal } from '#contract/messages.ts'
import { unpadded } from '#crypto/base64.ts'
import { NIP44_PLAINTEXT_MAX } from '#crypto/cipher-limits.ts'
import { nip44 } from '#crypto/nip44.ts'
import { sharedX } from '#crypto/shared-x.ts'
import { fail, ok, type Result } from '#lib/errors.ts'

const CONTENT_CHARS_MAX = nip44.payloadChars(NIP44_PLAINTEXT_MAX)

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
    return fail(v2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX))
  return ok(unpadded(nip44.encrypt(plaintext, key, random)))
}

/** The reverse; content with padding is refused, as genuine devices do, and so is NIP-44's form for longer texts. */
export function decryptContent(content: string, key: Uint8Array): Result<string> {
  const isOurs = !content.includes('=') && content.length <= CONTENT_CHARS_MAX
  const plaintext = isOurs ? nip44.decrypt(content, key) : null
  return plaintext === null ? fail(refusal.decryption) : ok(plaintext)
}
