import { type Cipher, sharedX } from '#crypto/cipher.ts'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'

/** In which cipher a client writes; it is answered in the same. */
export type CipherName = 'nip44' | 'nip04'

const CIPHERS: Record<CipherName, Cipher> = { nip44, nip04 }

/** Characters of a message whose text has so many bytes. */
export const payloadChars = (bytes: number, cipher: CipherName): number =>
  CIPHERS[cipher].payloadChars(bytes)

/** What a client and the key that answers it say to each other, encrypted. */
export interface Channel {
  /** Null when it is not for us, or was changed on the way. */
  open(content: string): { cipher: CipherName; text: string } | null
  seal(text: string, cipher: CipherName): string
}

/**
 * @param seckey the key that answers, 32 bytes, hex
 * @param client x-only, hex
 * @throws when the client's key is not a point of the curve
 */
export function createChannel(seckey: string, client: string): Channel {
  const shared = sharedX(seckey, client).toString('hex')
  const keys = { nip44: nip44.conversationKey(shared), nip04: nip04.conversationKey(shared) }
  return {
    open: (content) => {
      const cipher: CipherName = content.includes('?iv=') ? 'nip04' : 'nip44'
      const text = CIPHERS[cipher].decrypt(content, keys[cipher])
      return text === null ? null : { cipher, text }
    },
    seal: (text, cipher) => CIPHERS[cipher].encrypt(text, keys[cipher]),
  }
}
