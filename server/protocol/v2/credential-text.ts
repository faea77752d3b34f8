import { protocolTexts, v2Decoding, v2Refusal } from '#contract/messages.ts'
import type { Curve } from '#crypto/curve/port.ts'
import { fail, type Result } from '#lib/errors.ts'
import { type GroupPackage, parseGroup, parseShare, type SharePackage } from './group.ts'
import { makesGroupKey } from './group-key.ts'
import { parseJson } from './json.ts'

/** Reads a pasted group whose members must make its key; no error holds a part of it. */
export function groupOfText(text: string, curve: Curve): Result<GroupPackage> {
  const read = parseJson(text)
  const group = read === undefined ? fail(v2Decoding.notJson) : parseGroup(read, curve)
  if (!group.ok) return fail(protocolTexts.decodeGroup(group.error))
  return makesGroupKey(group.value, curve)
    ? group
    : fail(protocolTexts.decodeGroup(v2Refusal.groupKeyUnmade))
}

/**
 * The same for a share. A 1.x share written as JSON is refused: it would be read without its
 * nonces, and with the wrong sign half of the time.
 */
export function shareOfText(text: string): Result<SharePackage> {
  const share = readShare(parseJson(text))
  return share.ok ? share : fail(protocolTexts.decodeShare(share.error))
}

function readShare(read: unknown): Result<SharePackage> {
  if (read === undefined) return fail(v2Decoding.notJson)
  const isOfV1 = typeof read === 'object' && read !== null && 'binder_sn' in read
  return isOfV1 ? fail(v2Decoding.firstGeneration) : parseShare(read)
}
