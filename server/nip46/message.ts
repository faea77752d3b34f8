import { appRefusal as texts } from '#contract/app-messages.ts'
import { type Cipher, sharedX } from '#crypto/cipher.ts'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import { type EventSigner, eventSigner } from '#nostr/event.ts'
import { ID_CHARS_MAX } from './limits.ts'

/** The cipher of a client's message. The answer uses the same one. */
export type CipherName = 'nip44' | 'nip04'

const CIPHERS: Record<CipherName, Cipher> = { nip44, nip04 }

/** Characters of the encrypted message for a text of so many bytes. */
export const payloadChars = (bytes: number, cipher: CipherName): number =>
  CIPHERS[cipher].payloadChars(bytes)

/** The key that answers a client: decrypts and encrypts between the two, and signs. */
export interface AnswerKey {
  /** Null when the content is not for us, or was tampered with. */
  decrypt(content: string): { cipher: CipherName; text: string } | null
  encrypt(text: string, cipher: CipherName): string
  sign: EventSigner
}

/**
 * @param seckey of the key that answers, 32 bytes, hex
 * @param signer its public key, x-only, hex
 * @param client x-only, hex
 * @throws when the client's key is not a point of the curve
 */
export function createAnswerKey(seckey: string, signer: string, client: string): AnswerKey {
  const shared = sharedX(seckey, client).toString('hex')
  const keys = { nip44: nip44.conversationKey(shared), nip04: nip04.conversationKey(shared) }
  return {
    decrypt: (content) => {
      const cipher: CipherName = content.includes('?iv=') ? 'nip04' : 'nip44'
      const text = CIPHERS[cipher].decrypt(content, keys[cipher])
      return text === null ? null : { cipher, text }
    },
    encrypt: (text, cipher) => CIPHERS[cipher].encrypt(text, keys[cipher]),
    sign: eventSigner(seckey, signer),
  }
}

/** Chosen by the client, and returned unchanged. */
export type RequestId = string | number

/** A client's request (NIP-46). */
export interface AppRequest {
  id: RequestId
  method: string
  params: readonly unknown[]
}

/**
 * A parsed message. `ignored`: an answer to us, which some clients send after pairing; `invalid`: to be
 * answered with the error.
 */
export type ReadMessage =
  | { kind: 'request'; request: AppRequest }
  | { kind: 'invalid'; id: RequestId; error: string }
  | { kind: 'ignored' }

/** Reads a message as clients in the wild write it: ids may be numbers, params a single value. */
export function readMessage(text: string): ReadMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'invalid', id: '', error: texts.notJson }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'invalid', id: '', error: texts.notJson }
  }
  const { id: given, method, params = [], ...rest } = value as Record<string, unknown>
  if (method === undefined && ('result' in rest || 'error' in rest)) return { kind: 'ignored' }
  const invalid = (id: RequestId, error: string) => ({ kind: 'invalid', id, error }) as const
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) return invalid('', texts.idMisfit(ID_CHARS_MAX))
  } else if (typeof given !== 'string' || given === '') {
    return invalid('', texts.idMisfit(ID_CHARS_MAX))
  } else if (given.length > ID_CHARS_MAX) return invalid(given, texts.idMisfit(ID_CHARS_MAX))
  if (typeof method !== 'string' || method === '') return invalid(given, texts.noMethod)
  const list = Array.isArray(params) ? params : [params]
  return { kind: 'request', request: { id: given, method, params: list } }
}

/**
 * The answer to a request. A success has no `error`; a failure has a sentence for people as its `error`, and
 * a `result` too: all clients understand that.
 */
export interface Answer {
  result: string
  error?: string
}

export const success = (result: string): Answer => ({ result })
export const failure = (error: string): Answer => ({ result: 'error', error })
/** The address where the owner is asked; the result follows later under the same id. */
export const authUrl = (url: string): Answer => ({ result: 'auth_url', error: url })

export const answerText = (id: RequestId, answer: Answer): string =>
  JSON.stringify({ id, ...answer })
