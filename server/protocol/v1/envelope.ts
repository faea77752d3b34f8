import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { protocolTexts, refusal } from '#contract/messages.ts'
import type { RandomBytes } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { TAG_CHARS_MAX, TAG_CHARS_MIN } from '../limits.ts'

/** What an event's content holds: JSON of [tag, id, data]. */
export interface Envelope {
  tag: string
  /** 16 bytes, hex; an answer carries the id of its request. */
  id: string
  data: string
}

const IV_BYTES = 24
const TAG_BYTES = 16
const MESSAGE_ID = /^[0-9a-fA-F]{32}$/

/** A random message id: 16 bytes, hex. */
export const newMessageId = (random: RandomBytes = randomBytes): string =>
  Buffer.from(random(16)).toString('hex')

/**
 * Encrypts an envelope: base64url(AES-256-GCM ciphertext ‖ tag) ‖ "?iv=" ‖ base64url(24-byte IV).
 *
 * @param key a conversation key
 */
export function sealEnvelope(
  envelope: Envelope,
  key: Buffer,
  random: RandomBytes = randomBytes,
): string {
  const iv = Buffer.from(random(IV_BYTES))
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const plaintext = JSON.stringify([envelope.tag, envelope.id, envelope.data])
  const sealed = Buffer.concat([
    cipher.update(plaintext, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return `${sealed.toString('base64url')}?iv=${iv.toString('base64url')}`
}

/** Decrypts and reads an event's content; the reason for a failure holds nothing of the content. */
export function openEnvelope(content: string, key: Buffer): Result<Envelope> {
  const plaintext = decrypt(content, key)
  if (plaintext === null) return fail(refusal.decryption)
  return parseEnvelope(plaintext)
}

function decrypt(content: string, key: Buffer): string | null {
  const split = content.indexOf('?iv=')
  if (split < 0) return null
  const sealed = Buffer.from(content.slice(0, split), 'base64url')
  const iv = Buffer.from(content.slice(split + 4), 'base64url')
  if (iv.length === 0 || sealed.length < TAG_BYTES) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    const head = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES), undefined, 'utf8')
    return head + decipher.final('utf8')
  } catch {
    return null
  }
}

function parseEnvelope(plaintext: string): Result<Envelope> {
  let value: unknown
  try {
    value = JSON.parse(plaintext)
  } catch {
    return fail(protocolTexts.envelopeSchema)
  }
  if (!Array.isArray(value) || value.length !== 3) return fail(protocolTexts.envelopeSchema)
  const [tag, id, data] = value as unknown[]
  if (typeof tag !== 'string' || tag.length < TAG_CHARS_MIN || tag.length > TAG_CHARS_MAX) {
    return fail(protocolTexts.envelopeSchema)
  }
  if (typeof id !== 'string' || !MESSAGE_ID.test(id)) return fail(protocolTexts.envelopeSchema)
  if (typeof data !== 'string') return fail(protocolTexts.envelopeSchema)
  return ok({ tag, id, data })
}
