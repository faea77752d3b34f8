import { protocolTexts, v2Refusal } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { BlindingProof } from '../blinded-key.ts'
import {
  flag,
  hex32,
  hexBytes,
  isObject,
  listOf,
  nullable,
  oneOf,
  peerKey,
  pointForm,
  type Reader,
  record,
  text,
  uint16,
  uint32,
  uint64,
} from '../fields.ts'
import { V2_ECDH_ENTRIES_MAX, V2_HASHES_MAX, V2_MEMBERS_MAX, V2_NONCES_MAX } from '../limits.ts'
import { parseGroup } from './group.ts'
import {
  type EcdhEntry,
  type EcdhPackage,
  type ErrorMessage,
  forEachMethod,
  type MessageType,
  type MethodFlags,
  type Nonce,
  type NonceEntry,
  type NonceSet,
  type OnboardRequest,
  type PartialSignature,
  type Payloads,
  type Ping,
  type Ping1,
  type Ping2,
  type PolicyProfile,
  type SignResponse,
  type SignSession,
} from './messages.ts'

const NONCES = { max: V2_NONCES_MAX }
const MEMBERS = { max: V2_MEMBERS_MAX }
const HASHES = { min: 1, max: V2_HASHES_MAX }

const nonce = record<Nonce>({ binder_pn: pointForm, hidden_pn: pointForm, code: hex32 })

const methodFlags = record<MethodFlags>(forEachMethod(flag))
const policyProfile = record<PolicyProfile>({
  for_peer: peerKey,
  revision: uint64,
  updated: uint64,
  block_all: flag,
  request: methodFlags,
  respond: methodFlags,
})

/** The field by which Floe identifies itself. */
const weightedIn = (value: unknown): { weighted?: true } =>
  isObject(value) && value['weighted'] === true ? { weighted: true } : {}

const ping1 = record<Ping1>({
  version: oneOf(1),
  nonces: nullable(listOf(nonce, NONCES)),
  policy_profile: nullable(policyProfile),
})
const codeList = listOf(hex32, NONCES)
const ping2Fields = record({
  version: oneOf(2),
  advertised_nonces: listOf(nonce, NONCES),
  held_peer_nonce_codes: codeList,
  policy_profile: nullable(policyProfile),
})
const NO_POOL = '0'.repeat(64)
/** Fields that only Igloo beta and Floe send are dropped if they are malformed: the ping is valid without them. */
const ping2: Reader<Ping2> = (value) => {
  const fields = ping2Fields(value)
  if (fields === undefined || !isObject(value)) return undefined
  const pool = hex32(value['nonce_pool_generation'])
  const recognized = codeList(value['recognized_peer_nonce_codes'])
  return {
    ...fields,
    ...weightedIn(value),
    ...(pool !== undefined && pool !== NO_POOL && { nonce_pool_generation: pool }),
    ...(recognized !== undefined && { recognized_peer_nonce_codes: recognized }),
  }
}
const ping: Reader<Ping> = (value) => ping2(value) ?? ping1(value)

const onboardRequest = record<OnboardRequest>({
  version: oneOf(1),
  nonces: listOf(nonce, { ...NONCES, min: 1 }),
})
const onboardResponse = record<{ group: unknown; nonces: Nonce[] }>({
  // `parseGroup` reads it: its error has a reason.
  group: (value) => value,
  nonces: listOf(nonce, NONCES),
})

// Every signature needs these readers. Written out, they take a fraction of the time of `record`.
const nonceEntry: Reader<NonceEntry> = (value) => {
  if (!isObject(value)) return undefined
  const hash_index = uint16(value['hash_index'])
  const binder_pn = pointForm(value['binder_pn'])
  const hidden_pn = pointForm(value['hidden_pn'])
  const code = hex32(value['code'])
  if (hash_index === undefined || code === undefined) return undefined
  if (binder_pn === undefined || hidden_pn === undefined) return undefined
  return { hash_index, binder_pn, hidden_pn, code }
}
const nonceEntries = listOf(nonceEntry, { max: V2_HASHES_MAX })
const nonceSets = nullable(
  listOf<NonceSet>((value) => {
    if (!isObject(value)) return undefined
    const [idx, entries] = [uint16(value['idx']), nonceEntries(value['entries'])]
    return idx === undefined || entries === undefined ? undefined : { idx, entries }
  }, MEMBERS),
)
const indices = listOf(uint16, MEMBERS)
const hashList = listOf(hex32, HASHES)
const anyContent = nullable(hexBytes)
const session: Reader<SignSession> = (value) => {
  if (!isObject(value)) return undefined
  const gid = hex32(value['gid'])
  const sid = hex32(value['sid'])
  const members = indices(value['members'])
  const hashes = hashList(value['hashes'])
  const content = anyContent(value['content'])
  const kind = text(value['kind'])
  const stamp = uint32(value['stamp'])
  const nonces = nonceSets(value['nonces'])
  if (gid === undefined || sid === undefined || members === undefined) return undefined
  if (hashes === undefined || content === undefined || kind === undefined) return undefined
  if (stamp === undefined || nonces === undefined) return undefined
  return { gid, sid, members, hashes, content, kind, stamp, nonces: nonces ?? [] }
}
const signResponse = record<SignResponse>({
  idx: uint16,
  sid: hex32,
  pubkey: hex32,
  psigs: listOf(
    record<PartialSignature>({ hash_index: uint16, sighash: hex32, partial_sig: hex32 }),
    HASHES,
  ),
  nonce_code: nullable(hex32),
  replenish: nullable(listOf(nonce, NONCES)),
})

const ecdhFields = record<Omit<EcdhPackage, 'weighted' | 'blinded'>>({
  idx: uint16,
  members: listOf(uint16, MEMBERS),
  entries: listOf(record<EcdhEntry>({ ecdh_pk: hex32, keyshare: pointForm }), {
    min: 1,
    max: V2_ECDH_ENTRIES_MAX,
  }),
})

const blindingProof = nullable(
  record<BlindingProof>({
    challenge: hex32,
    of_keys: listOf(hex32, { min: 1, max: V2_ECDH_ENTRIES_MAX - 1 }),
    of_base: hex32,
  }),
)

const ecdh: Reader<EcdhPackage> = (value) => {
  const fields = ecdhFields(value)
  if (fields === undefined || !isObject(value)) return undefined
  const blinded = blindingProof(value['blinded'])
  if (blinded === undefined) return undefined
  return {
    ...fields,
    ...weightedIn(value),
    ...(blinded !== null && { blinded }),
  }
}

const errorFields = record<Omit<ErrorMessage, 'apart'>>({ code: text, message: text })
const keyList = nullable(listOf(hex32, { max: V2_ECDH_ENTRIES_MAX }))

const errorMessage: Reader<ErrorMessage> = (value) => {
  const fields = errorFields(value)
  if (fields === undefined || !isObject(value)) return undefined
  const apart = keyList(value['apart'])
  if (apart === undefined) return undefined
  return { ...fields, ...(apart !== null && { apart }) }
}

const parser =
  <T>(read: Reader<T>, error: string) =>
  (data: unknown): Result<T> => {
    const value = read(data)
    return value === undefined ? fail(error) : ok(value)
  }

/**
 * A parser for each message type: returns the payload without unknown fields, or why it is invalid.
 * Only a group's keys are checked to be on the curve.
 */
export const parsePayload: {
  readonly [T in MessageType]: (data: unknown) => Result<Payloads[T]>
} = {
  PingRequest: parser(ping, v2Refusal.pingSchema),
  PingResponse: parser(ping, v2Refusal.pingSchema),
  OnboardRequest: parser(onboardRequest, v2Refusal.onboardSchema),
  OnboardResponse: (data) => {
    const response = onboardResponse(data)
    if (response === undefined) return fail(v2Refusal.onboardSchema)
    const group = parseGroup(response.group, serverCurve)
    return group.ok ? ok({ group: group.value, nonces: response.nonces }) : group
  },
  SignRequest: parser(session, protocolTexts.sessionSchema),
  SignResponse: parser(signResponse, protocolTexts.signatureSchema),
  EcdhRequest: parser(ecdh, protocolTexts.ecdhSchema),
  EcdhResponse: parser(ecdh, protocolTexts.ecdhSchema),
  Error: parser(errorMessage, v2Refusal.errorSchema),
}

export const isMessageType = (type: unknown): type is MessageType =>
  typeof type === 'string' && Object.hasOwn(parsePayload, type)
