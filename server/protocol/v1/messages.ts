import { protocolTexts } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { BlindingProof } from '../blinded-key.ts'

/** A hash to sign and the tweaks of the key that signs it, each 32 bytes, hex. */
export type SighashVector = [sighash: string, ...tweaks: string[]]

/** The content of a signing request; `sid` covers everything else. */
export interface SignSession {
  content: string | null
  hashes: SighashVector[]
  /** Members' indices, the asker's included, in the order that `sid` was made with. */
  members: number[]
  /** Unix seconds. */
  stamp: number
  type: string
  gid: string
  sid: string
}

/** One member's answer to a signing request. */
export interface PartialSignatures {
  idx: number
  psigs: [sighash: string, psig: string][]
  /** Compressed, hex. */
  pubkey: string
  sid: string
}

/** Request and answer of a key exchange: `keyshare` is the sender's, a compressed point. */
export interface EcdhPackage {
  idx: number
  keyshare: string
  members: number[]
  /** The other party's public key: 32 bytes x-only, or 33 compressed. */
  ecdh_pk: string
  /**
   * In a request: asks for the part of a key that was blinded, x-only, as well. A field of our own,
   * which other makes ignore.
   */
  blinded?: BlindingProof & { ecdh_pk: string }
  /** In an answer: that part. */
  blinded_keyshare?: string
}

/** The answer to a ping: the answerer's policy for the asker. */
export interface PingPolicy {
  send: boolean
  recv: boolean
}

const HEX_32 = /^[0-9a-fA-F]{64}$/
const HEX_33 = /^[0-9a-fA-F]{66}$/
const HEX = /^(?:[0-9a-fA-F]{2})*$/

export function parseSession(data: string): Result<SignSession> {
  const value = parseObject(data)
  if (!value) return fail(protocolTexts.sessionSchema)
  const { content, hashes, members, stamp, type, gid, sid } = value
  return (content === null || typeof content === 'string') &&
    Array.isArray(hashes) &&
    hashes.every(isSighashVector) &&
    isIndexList(members) &&
    isInteger(stamp) &&
    typeof type === 'string' &&
    matches(gid, HEX_32) &&
    matches(sid, HEX_32)
    ? ok({ content, hashes, members, stamp, type, gid, sid })
    : fail(protocolTexts.sessionSchema)
}

export function parsePartialSignatures(data: string): Result<PartialSignatures> {
  const value = parseObject(data)
  if (!value) return fail(protocolTexts.signatureSchema)
  const { idx, psigs, pubkey, sid } = value
  return isInteger(idx) &&
    Array.isArray(psigs) &&
    psigs.every(isPartialEntry) &&
    matches(pubkey, HEX_33) &&
    matches(sid, HEX_32)
    ? ok({ idx, psigs, pubkey, sid })
    : fail(protocolTexts.signatureSchema)
}

export function parseEcdh(data: string): Result<EcdhPackage> {
  const value = parseObject(data)
  if (!value) return fail(protocolTexts.ecdhSchema)
  const { idx, keyshare, members, ecdh_pk, blinded, blinded_keyshare } = value
  return isInteger(idx) &&
    matches(keyshare, HEX) &&
    isIndexList(members) &&
    matches(ecdh_pk, HEX) &&
    (blinded === undefined || isBlinded(blinded)) &&
    (blinded_keyshare === undefined || matches(blinded_keyshare, HEX_33))
    ? ok({
        ...{ idx, keyshare, members, ecdh_pk },
        ...(blinded !== undefined && { blinded: blindedFields(blinded) }),
        ...(blinded_keyshare !== undefined && { blinded_keyshare }),
      })
    : fail(protocolTexts.ecdhSchema)
}

type Blinded = NonNullable<EcdhPackage['blinded']>

function isBlinded(value: unknown): value is Blinded {
  if (typeof value !== 'object' || value === null) return false
  const { ecdh_pk, challenge, of_keys, of_base } = value as Record<keyof Blinded, unknown>
  if (!Array.isArray(of_keys) || of_keys.length !== 1) return false
  return [ecdh_pk, challenge, ...of_keys, of_base].every((field) => matches(field, HEX_32))
}

const blindedFields = ({ ecdh_pk, challenge, of_keys, of_base }: Blinded): Blinded => ({
  ...{ ecdh_pk, challenge, of_keys, of_base },
})

export function parsePingPolicy(data: string): Result<PingPolicy> {
  const value = parseObject(data)
  const { send, recv } = value ?? {}
  return typeof send === 'boolean' && typeof recv === 'boolean'
    ? ok({ send, recv })
    : fail(protocolTexts.invalidPingResponse)
}

function parseObject(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const isIndexList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(isInteger)

const isSighashVector = (value: unknown): value is SighashVector =>
  Array.isArray(value) && value.length > 0 && value.every((item) => matches(item, HEX_32))

const isPartialEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  matches(value[0], HEX_32) &&
  matches(value[1], HEX_32)
