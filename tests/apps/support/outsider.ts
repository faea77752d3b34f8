import * as nip04 from 'nostr-tools/nip04'
import * as nip44 from 'nostr-tools/nip44'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Cipher } from '../client-process.ts'

/** Somebody whom the user writes to and hears from. */
export interface Outsider {
  /** X-only, hex. */
  pubkey: string
  encrypt(cipher: Cipher, text: string): string
  decrypt(cipher: Cipher, ciphertext: string): string
}

/** @param user the user's key, x-only, hex */
export function outsider(user: string): Outsider {
  const secretKey = generateSecretKey()
  const key = nip44.getConversationKey(secretKey, user)
  return {
    pubkey: getPublicKey(secretKey),
    encrypt: (cipher, text) =>
      cipher === 'nip44' ? nip44.encrypt(text, key) : nip04.encrypt(secretKey, user, text),
    decrypt: (cipher, text) =>
      cipher === 'nip44' ? nip44.decrypt(text, key) : nip04.decrypt(secretKey, user, text),
  }
}
