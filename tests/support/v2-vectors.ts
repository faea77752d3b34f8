import { readFileSync } from 'node:fs'
import type { NostrEvent } from '#contract/nostr.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from '#protocol/v1/packages.ts'
import type { SecretNonce } from '#protocol/v2/frost.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import type { MessageType, Payloads, SignResponse, SignSession } from '#protocol/v2/messages.ts'

/** A message between two genuine devices, and the values that it was made from. */
export interface RecordedEvent {
  step: string
  from_idx: number
  to_idx: number
  conversation_key: string
  nip44_nonce: string
  plaintext: string
  event: NostrEvent
}

/** The intermediate values of signing one hash. */
interface RecordedMath {
  hash_index: number
  sighash: string
  encoded_commitments: string
  rho_input_prefix: string
  binding_factors: Record<string, string>
  group_commitment: string
  challenge: string
  lambdas: Record<string, string>
}

interface RecordedStep {
  name: string
  events?: Omit<RecordedEvent, 'step'>[]
  responder_secret_nonces?: SecretNonce[]
  math?: RecordedMath[]
  initiator_partial?: string
  initiator_partials?: string[]
  signature?: string
  signatures?: string[]
  target?: string
  target_secret?: string
  group_secret_times_target?: string
  runs?: {
    initiator: number
    members: number[]
    genuine_result: string
    lagrange_weighted_point: string
    events: Omit<RecordedEvent, 'step'>[]
  }[]
}

interface RecordedPackage {
  text: string
  envelope: { salt_hex: string; cipher_text: string }
  plaintext: string
}

interface Vectors {
  keyset: {
    group: GroupPackage
    shares: SharePackage[]
    group_id: string
    device_keys: { idx: number; xonly: string }[]
    profile_ids: { idx: number; profile_id: string }[]
    group_secret: string
  }
  steps: RecordedStep[]
  packages: {
    password: string
    bfshare: RecordedPackage
    bfprofile: RecordedPackage & { outer_profile_id: string }
    bfonboard: RecordedPackage & { password: string }
    backup: { conversation_key: string; event: NostrEvent; backup: unknown }
  }
  sign_cases: {
    name: string
    session: SignSession
    known_codes_used: { code: string; known: boolean }[]
    genuine_reply: string | null
    nonces_burnt: number
  }[]
  carry_over_from_1x: {
    parity: string
    v1: { group: V1Group; shares: V1Share[] }
    next: { group: GroupPackage; shares: SharePackage[] }
    next_group_id: string
  }[]
}

/**
 * The messages of genuine devices of 2026 (bifrost-rs 0.5), with every key and secret nonce behind them. The
 * keys were made for this file.
 */
export const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../server/protocol/v2/vectors.json', import.meta.url), 'utf8'),
)

/** All messages in the order they were sent. */
export const recordedEvents: RecordedEvent[] = vectors.steps.flatMap(({ name, events, runs }) =>
  [...(events ?? []), ...(runs ?? []).flatMap((run) => run.events)].map((event) => ({
    step: name,
    ...event,
  })),
)

export function recordedShare(idx: number): SharePackage {
  return present(vectors.keyset.shares.find((share) => share.idx === idx))
}

export function recordedKey(idx: number): string {
  return present(vectors.keyset.device_keys.find((device) => device.idx === idx)).xonly
}

/** The first step whose name begins like this. */
export function recordedStep(name: string): RecordedStep {
  return present(vectors.steps.find((step) => step.name.startsWith(name)))
}

/** The data of the first recorded message of a type. */
export function recordedData<T extends MessageType>(
  events: readonly Pick<RecordedEvent, 'plaintext'>[],
  type: T,
): Payloads[T] {
  const payloads = events.map(({ plaintext }) => JSON.parse(plaintext).payload)
  return present(payloads.find((payload) => payload.type === type)).data
}

/** A recorded signing session, with its answer and its intermediate values. */
export interface RecordedSigning {
  session: SignSession
  response: SignResponse
  nonces: SecretNonce[]
  math: RecordedMath[]
  askerPartials: string[]
  signatures: string[]
}

export function recordedSigning(name: string): RecordedSigning {
  const step = recordedStep(name)
  const events = present(step.events)
  return {
    session: recordedData(events, 'SignRequest'),
    response: recordedData(events, 'SignResponse'),
    nonces: present(step.responder_secret_nonces),
    math: present(step.math),
    askerPartials: step.initiator_partials ?? [present(step.initiator_partial)],
    signatures: step.signatures ?? [present(step.signature)],
  }
}

/** Both recorded sessions that were answered. */
export const recordedSignings = (): RecordedSigning[] =>
  ['sign 1->2', 'sign 3->1'].map(recordedSigning)

/** The hex with one bit flipped. */
export function flipBit(hex: string, bit: number): string {
  const bytes = Buffer.from(hex, 'hex')
  const at = (bit >> 3) % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('hex')
}

export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('not in the vectors')
  return value
}
