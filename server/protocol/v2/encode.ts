import type { BlindingProof } from '../blinded-key.ts'
import { groupFields } from './group.ts'
import {
  type EcdhEntry,
  type EcdhPackage,
  type ErrorMessage,
  METHODS,
  type Message,
  type MethodFlags,
  type Nonce,
  type NonceEntry,
  type OnboardRequest,
  type OnboardResponse,
  type PartialSignature,
  type Ping,
  type PolicyProfile,
  type SignResponse,
  type SignSession,
} from './messages.ts'

/**
 * A message's payload as sent over the wire, with the keys in the order in which genuine devices write them.
 * Every key is named here, so that a nonce's secrets are never sent, even if a caller passes them.
 */
export function encodePayload(message: Message): object {
  switch (message.type) {
    case 'SignRequest':
      return session(message.data)
    case 'SignResponse':
      return signResponse(message.data)
    case 'PingRequest':
    case 'PingResponse':
      return ping(message.data)
    case 'EcdhRequest':
    case 'EcdhResponse':
      return ecdh(message.data)
    case 'OnboardRequest':
      return onboardRequest(message.data)
    case 'OnboardResponse':
      return onboardResponse(message.data)
    case 'Error':
      return errorMessage(message.data)
  }
}

/** Copies these fields, in this order. One that is undefined is not written. */
const only =
  <T extends object>(...names: (keyof T)[]) =>
  (from: T) =>
    Object.fromEntries(names.map((name) => [name, from[name]]))

const nonce = only<Nonce>('binder_pn', 'hidden_pn', 'code')
const entry = only<NonceEntry>('hash_index', 'binder_pn', 'hidden_pn', 'code')
const partial = only<PartialSignature>('hash_index', 'sighash', 'partial_sig')
const flags = only<MethodFlags>(...METHODS)
const blindingProof = only<BlindingProof>('challenge', 'of_keys', 'of_base')
const keyshare = only<EcdhEntry>('ecdh_pk', 'keyshare')
const errorMessage = only<ErrorMessage>('code', 'message', 'apart')

const session = ({ gid, sid, members, hashes, content, kind, stamp, nonces }: SignSession) => ({
  gid,
  sid,
  members,
  hashes,
  content,
  kind,
  stamp,
  nonces: nonces.map(({ idx, entries }) => ({ idx, entries: entries.map(entry) })),
})

const signResponse = ({ idx, sid, pubkey, psigs, nonce_code, replenish }: SignResponse) => ({
  idx,
  sid,
  pubkey,
  psigs: psigs.map(partial),
  nonce_code,
  replenish: replenish?.map(nonce) ?? null,
})

const profile = (policy: PolicyProfile) => ({
  for_peer: policy.for_peer,
  revision: policy.revision,
  updated: policy.updated,
  block_all: policy.block_all,
  request: flags(policy.request),
  respond: flags(policy.respond),
})

function ping(data: Ping) {
  const policy_profile = data.policy_profile && profile(data.policy_profile)
  if (data.version === 1) {
    return { version: data.version, nonces: data.nonces?.map(nonce) ?? null, policy_profile }
  }
  return {
    version: data.version,
    advertised_nonces: data.advertised_nonces.map(nonce),
    held_peer_nonce_codes: data.held_peer_nonce_codes,
    policy_profile,
    nonce_pool_generation: data.nonce_pool_generation,
    weighted: data.weighted || undefined,
  }
}

const ecdh = ({ idx, members, entries, weighted, blinded }: EcdhPackage) => ({
  idx,
  members,
  entries: entries.map(keyshare),
  weighted: weighted || undefined,
  blinded: blinded && blindingProof(blinded),
})

const onboardRequest = ({ version, nonces }: OnboardRequest) => ({
  version,
  nonces: nonces.map(nonce),
})

const onboardResponse = ({ group, nonces }: OnboardResponse) => ({
  group: groupFields(group),
  nonces: nonces.map(nonce),
})
