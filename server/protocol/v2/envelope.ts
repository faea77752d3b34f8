import { randomBytes } from 'node:crypto'
import { protocolTexts, v2Refusal } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { V2_REQUEST_ID_BYTES_MAX } from '../limits.ts'
import { decryptContent, encryptContent } from './content.ts'
import { isObject, type Reader, text, uint64 } from './fields.ts'
import { parseJson } from './json.ts'
import type { Message, MessageType } from './messages.ts'
import { isMessageType } from './parse.ts'
import { wireForm } from './wire-form.ts'

/** What a message has besides its payload, in either direction. */
interface Header {
  /** 1 to 256 bytes; an answer carries the id of its request. */
  id: string
  /** Unix seconds. */
  sentAt: number
}

/** A message to be sent. */
export interface OutgoingEnvelope extends Header {
  message: Message
}

/** A received message; `data` is for `parsePayload`, once the sender's policy allows it. */
export interface Envelope extends Header {
  type: MessageType
  data: unknown
}

/** A random request id: 16 bytes, hex. */
export const newRequestId = (random: (bytes: number) => Uint8Array = randomBytes): string =>
  Buffer.from(random(16)).toString('hex')

/** Writes and encrypts a message; it fails only if the message is too large to send. */
export function sealEnvelope(
  { id, sentAt, message }: OutgoingEnvelope,
  key: Uint8Array,
  random?: Uint8Array,
): Result<string> {
  const payload = { type: message.type, data: wireForm(message) }
  const plaintext = JSON.stringify({ request_id: id, sent_at: sentAt, payload })
  return encryptContent(plaintext, key, random)
}

/**
 * Decrypts and reads an event's content except `data`. The reason for a failure holds nothing of
 * the content.
 */
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
