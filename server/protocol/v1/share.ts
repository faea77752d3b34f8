import { concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { decoding, protocolTexts, validation } from '#contract/codes.ts'
import { SHARE_CHARS, SHARE_CHARS_MAX, SHARE_PREFIX } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { scalarFault } from '#crypto/curve/scalars.ts'
import { FrostrError, fail, ok, type Result } from '#lib/errors.ts'
import { decodeBech32m, encodeBech32m, hasBech32mAlphabet } from '../bech32m.ts'
import { SHARE_BYTES, SHARE_CHARS_MIN } from '../limits.ts'
import { fieldReader, isIndex, type SharePackage, uint32Bytes } from './packages.ts'

const KEY_FAULTS = {
  size: decoding.keySize,
  zero: decoding.keyZero,
  range: decoding.keyRange,
} as const

const NONCE_FAULTS = {
  size: decoding.nonceSize,
  zero: decoding.nonceZero,
  range: decoding.nonceRange,
} as const

function shareFault(share: SharePackage): Message | undefined {
  if (!isIndex(share.idx)) return decoding.indexRange
  const key = scalarFault(share.seckey)
  if (key !== undefined) return KEY_FAULTS[key]
  const nonce = scalarFault(share.binder_sn) ?? scalarFault(share.hidden_sn)
  return nonce === undefined ? undefined : NONCE_FAULTS[nonce]
}

/** idx 4 | seckey 32 | binder_sn 32 | hidden_sn 32, all big-endian. */
function parseShare(bytes: Uint8Array): Result<SharePackage> {
  if (bytes.length < SHARE_BYTES) return fail(decoding.tooFewBytes(SHARE_BYTES, bytes.length))
  if (bytes.length > SHARE_BYTES) return fail(decoding.extraBytes(SHARE_BYTES, bytes.length))
  const read = fieldReader(bytes)
  const share = {
    idx: read.uint32(),
    seckey: read.hex(32),
    binder_sn: read.hex(32),
    hidden_sn: read.hex(32),
  }
  const fault = shareFault(share)
  return fault === undefined ? ok(share) : fail(fault)
}

/**
 * Decodes a share credential to its package. The text is taken as it is, without trimming. The
 * error is 'Failed to decode share: …' and holds nothing of the share.
 */
export function decodeShare(text: string): Result<SharePackage> {
  const bytes = decodeBech32m(text, SHARE_PREFIX)
  const share = bytes.ok ? parseShare(bytes.value) : bytes
  return share.ok ? share : fail(protocolTexts.decodeShare(share))
}

/**
 * Encodes a share package as its credential of 174 characters. Throws NODE_ERROR for a package that
 * `decodeShare` would refuse.
 */
export function encodeShare(share: SharePackage): string {
  const reason = shareFault(share)
  if (reason !== undefined)
    throw new FrostrError('NODE_ERROR', protocolTexts.shareSchema, {
      details: { reason: reason.error },
    })
  const scalars = [share.seckey, share.binder_sn, share.hidden_sn].map(hexToBytes)
  return encodeBech32m(SHARE_PREFIX, concatBytes(uint32Bytes(share.idx), ...scalars))
}

/**
 * Checks what a person pasted; space around it does not count. A share that decodes is valid at any
 * length; otherwise the error is the first of prefix, length, alphabet and decoding that explains
 * the failure (specification, section 5).
 */
export function validateShare(text: unknown): Result<SharePackage> {
  const share = typeof text === 'string' ? text.trim() : ''
  if (share === '') return fail(validation.shareRequired)
  if (!share.startsWith(SHARE_PREFIX)) return fail(validation.sharePrefix)
  const decoded = decodeShare(share)
  if (decoded.ok) return decoded
  if (share.length < SHARE_CHARS_MIN || share.length > SHARE_CHARS_MAX)
    return fail(validation.shareLength(SHARE_CHARS))
  if (!hasBech32mAlphabet(share, SHARE_PREFIX)) return fail(validation.shareBech32m)
  return decoded
}
