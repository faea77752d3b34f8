import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import type { KeyRequest } from '#signer/use/request.ts'
import { type CipherName, payloadChars } from './channel.ts'
import { answerText, type RequestId, success } from './message.ts'
import { messageBytes } from './relay-limit.ts'
import { APP_EVENT_KIND } from './transport.ts'

const HASH = '0'.repeat(64)
const SIGNATURE = '0'.repeat(128)
/** An answer's event but for its content. */
const ENVELOPE = {
  id: HASH,
  pubkey: HASH,
  created_at: 1e9,
  kind: APP_EVENT_KIND,
  tags: [['p', HASH]],
}

/**
 * Bytes of the message to a relay that the result of a request will make, reckoned before the key is used.
 * What comes of a decryption can't be known before: 0.
 */
export function answerBytes(id: RequestId, request: KeyRequest, cipher: CipherName): number {
  const text = textBytes(id, request)
  return text === 0 ? 0 : EMPTY_BYTES + payloadChars(text, cipher)
}

const EMPTY_BYTES = messageBytes({ ...ENVELOPE, content: '', sig: SIGNATURE })

/** Bytes of an answer's text; payloads have nothing in them that JSON would escape. */
function textBytes(id: RequestId, request: KeyRequest): number {
  const around = (result: string) => Buffer.byteLength(answerText(id, success(result)))
  switch (request.operation) {
    case 'sign': {
      if (!('event' in request)) return 0
      const signed = { ...request.event, id: HASH, pubkey: HASH, sig: SIGNATURE }
      return around(JSON.stringify(signed))
    }
    case 'nip44.encrypt':
      return around('') + nip44.payloadChars(Buffer.byteLength(request.content))
    case 'nip04.encrypt':
      return around('') + nip04.payloadChars(Buffer.byteLength(request.content))
    default:
      return 0
  }
}
