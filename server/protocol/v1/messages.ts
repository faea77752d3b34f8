import { protocolTexts } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { BlindingProof } from '../blinded-key.ts'
import { flag, isObject, listOf, type Reader, record } from '../fields.ts'

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
   * In a request: a blinded key, x-only, whose part is asked for as well. A field of our own, which other
   * makes ignore.
   */
  blinded?: BlindingProof & { ecdh_pk: string }
  /** In an answer: the sender's part of the blinded key. */
  blinded_keyshare?: string
}

/** The answer to a ping: the answerer's policy for the asker. */
export interface PingPolicy {
  send: boolean
  recv: boolean
}

/** Hex in either case, kept as it is written. */
const hexOf =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

const hex32 = hexOf(/^[0-9a-fA-F]{64}$/)
const hex33 = hexOf(/^[0-9a-fA-F]{66}$/)
const hexBytes = hexOf(/^(?:[0-9a-fA-F]{2})*$/)
const string: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)
const integer: Reader<number> = (value) => (Number.isSafeInteger(value) ? Number(value) : undefined)

const session = record<SignSession>({
  content: (value) => (value === null ? null : string(value)),
  hashes: listOf(listOf(hex32, { min: 1 }) as Reader<SighashVector>),
  members: listOf(integer),
  stamp: integer,
  type: string,
  gid: hex32,
  sid: hex32,
})

const partialSignatures = record<PartialSignatures>({
  idx: integer,
  psigs: listOf(listOf(hex32, { min: 2, max: 2 }) as Reader<[string, string]>),
  pubkey: hex33,
  sid: hex32,
})

const ecdhFields = record<Omit<EcdhPackage, 'blinded' | 'blinded_keyshare'>>({
  idx: integer,
  keyshare: hexBytes,
  members: listOf(integer),
  ecdh_pk: hexBytes,
})

const blindedKey = record<NonNullable<EcdhPackage['blinded']>>({
  ecdh_pk: hex32,
  challenge: hex32,
  of_keys: listOf(hex32, { min: 1, max: 1 }),
  of_base: hex32,
})

const ecdh: Reader<EcdhPackage> = (value) => {
  const fields = ecdhFields(value)
  if (fields === undefined || !isObject(value)) return undefined
  const blinded = blindedKey(value['blinded'])
  const blinded_keyshare = hex33(value['blinded_keyshare'])
  if (blinded === undefined && value['blinded'] !== undefined) return undefined
  if (blinded_keyshare === undefined && value['blinded_keyshare'] !== undefined) return undefined
  return { ...fields, ...(blinded && { blinded }), ...(blinded_keyshare && { blinded_keyshare }) }
}

const pingPolicy = record<PingPolicy>({ send: flag, recv: flag })

const parser =
  <T>(read: Reader<T>, error: string) =>
  (data: string): Result<T> => {
    try {
      const value = read(JSON.parse(data))
      return value === undefined ? fail(error) : ok(value)
    } catch {
      return fail(error)
    }
  }

export const parseSession = parser(session, protocolTexts.sessionSchema)
export const parsePartialSignatures = parser(partialSignatures, protocolTexts.signatureSchema)
export const parseEcdh = parser(ecdh, protocolTexts.ecdhSchema)
export const parsePingPolicy = parser(pingPolicy, protocolTexts.invalidPingResponse)
