import { randomBytes } from 'node:crypto'
import { V2_EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { sharedX, unpadded } from '#crypto/cipher.ts'
import type { RandomBytes } from '#crypto/curve/scalars.ts'
import { NIP44_PLAINTEXT_MAX, nip44 } from '#crypto/nip44.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { isObject, parseJson, type Reader, text, uint64 } from '../fields.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S, V2_REQUEST_ID_BYTES_MAX } from '../limits.ts'
import { encodePayload } from './encode.ts'
import type { Message, MessageType } from './messages.ts'
import { isMessageType } from './parse.ts'

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

/** Decrypts an event's content. Like Igloo, it refuses padding, and NIP-44's form for longer texts. */
export function decryptContent(content: string, key: Uint8Array): Result<string> {
  const isAllowed = !content.includes('=') && content.length <= CONTENT_CHARS_MAX
  const plaintext = isAllowed ? nip44.decrypt(content, key) : null
  return plaintext === null ? fail(refusal.decryption) : ok(plaintext)
}

/** A received message; `data` is for `parsePayload`, once the sender's policy allows it. */
export interface Envelope {
  /** 1 to 256 bytes; an answer carries the id of its request. */
  id: string
  /** Unix seconds. */
  sentAt: number
  type: MessageType
  data: unknown
}

/** A random request id: 16 bytes, hex. */
export const newRequestId = (random: RandomBytes = randomBytes): string =>
  Buffer.from(random(16)).toString('hex')

/** Serialises and encrypts a message. Fails only if it is too large to send. */
export function sealEnvelope(
  { id, sentAt, message }: Pick<Envelope, 'id' | 'sentAt'> & { message: Message },
  key: Uint8Array,
  random?: Uint8Array,
): Result<string> {
  const payload = { type: message.type, data: encodePayload(message) }
  const plaintext = JSON.stringify({ request_id: id, sent_at: sentAt, payload })
  return encryptContent(plaintext, key, random)
}

/** Decrypts and reads an event's content except `data`. The reason for a failure holds nothing of the content. */
export function openEnvelope(content: string, key: Uint8Array): Result<Envelope> {
  const plaintext = decryptContent(content, key)
  return plaintext.ok ? parseEnvelope(plaintext.value) : plaintext
}

const requestId: Reader<string> = (value) => {
  const id = text(value)
  return id && Buffer.byteLength(id) <= V2_REQUEST_ID_BYTES_MAX ? id : undefined
}

function parseEnvelope(plaintext: string): Result<Envelope> {
  const envelope = parseJson(plaintext)
  const payload = isObject(envelope) ? envelope['payload'] : undefined
  if (!isObject(envelope) || !isObject(payload)) return fail(protocolTexts.envelopeSchema)
  const [id, sentAt] = [requestId(envelope['request_id']), uint64(envelope['sent_at'])]
  const { type, data } = payload
  const isWhole = text(type) !== undefined && typeof data === 'object' && data !== null
  if (id === undefined || sentAt === undefined || !isWhole)
    return fail(protocolTexts.envelopeSchema)
  return isMessageType(type) ? ok({ id, sentAt, type, data }) : fail(v2Refusal.unknownType)
}

/**
 * Why an event is not for us, or null: it must have exactly one recipient, us, and the right kind and
 * author. Its id and signature are not checked.
 *
 * @param self our x-only key
 */
export function checkAddress(
  event: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>,
  { self, peers }: { self: string; peers: { has(pubkey: string): boolean } },
): string | null {
  const recipients = event.tags.filter((tag) => tag[0] === 'p')
  if (recipients.length !== 1 || recipients[0]?.[1] !== self) return v2Refusal.recipients
  if (event.kind !== V2_EVENT_KIND) return refusal.wrongKind
  if (event.pubkey === self) return v2Refusal.ownEvent
  return peers.has(event.pubkey) ? null : protocolTexts.notAPeer
}

/**
 * Why a message is too old or too far ahead, or null; the event's own created_at does not count.
 * Both times are in Unix seconds.
 */
export function checkSentAt(sentAt: number, now: number): string | null {
  if (sentAt > now + V2_AHEAD_MAX_S) return v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)
  return now > sentAt + V2_AGE_MAX_S ? v2Refusal.tooOld(V2_AGE_MAX_S) : null
}
