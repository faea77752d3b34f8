import type { Method, Nonce, PolicyProfile } from '#protocol/v2/messages.ts'

/** A ping of Igloo beta. Floe's own reader may know fewer of the fields, or read them less strictly. */
export interface BetaPing {
  version: 2
  advertised_nonces: Nonce[]
  held_peer_nonce_codes: string[]
  policy_profile: PolicyProfile | null
  /** Of the sender's pool: 32 bytes, hex. Empty or all zeros: not known. */
  nonce_pool_generation: string
  /** Codes of the sender's nonces that the receiver holds and may still use; null if they are not reported. */
  recognized_peer_nonce_codes: string[] | null
}

const LIST_MAX = 1_000
/** Characters of hex: 16 KiB of an event. */
const CONTENT_MAX = 32_768
/** Bytes of a kind, a group's name, an error's code and message. */
const TEXT_MAX = 1_024
const REQUEST_ID_MAX = 256

/** The generation that is not known; `""` and a missing field mean it too. */
export const UNKNOWN_GENERATION = '0'.repeat(64)

/** Reads a ping, request or answer; undefined if it is not valid. */
export function readPing(data: unknown): BetaPing | undefined {
  if (!isObject(data) || data['version'] !== 2) return undefined
  const { advertised_nonces: nonces, held_peer_nonce_codes: held } = data
  const generation = readGeneration(data['nonce_pool_generation'])
  const recognized = data['recognized_peer_nonce_codes'] ?? null
  const profile = data['policy_profile'] ?? null
  if (!isListOf(nonces, isNonce) || !isListOf(held, isCode)) return undefined
  if (generation === undefined) return undefined
  if (profile !== null && !isProfile(profile)) return undefined
  if (recognized !== null && !isListOf(recognized, isCode)) return undefined
  return {
    version: 2,
    advertised_nonces: nonces.map(({ binder_pn, hidden_pn, code }) => ({
      binder_pn,
      hidden_pn,
      code,
    })),
    held_peer_nonce_codes: held,
    policy_profile: profile,
    nonce_pool_generation: generation,
    recognized_peer_nonce_codes: recognized,
  }
}

/** The generation in a field; undefined if it is not valid, as `null` or another length. */
function readGeneration(value: unknown): string | undefined {
  if (value === undefined || value === '') return UNKNOWN_GENERATION
  return isCode(value) ? value : undefined
}

/** The field for whose size a message is dropped without an answer; undefined if none is too large. */
export function tooLarge(id: string, data: unknown): string | undefined {
  if (!isObject(data)) return undefined
  if (Buffer.byteLength(id) > REQUEST_ID_MAX) return 'request_id'
  if (String(data['content'] ?? '').length > CONTENT_MAX) return 'content'
  const group = isObject(data['group']) ? data['group'] : {}
  const texts = { ...data, group_name: group['group_name'] } as Record<string, unknown>
  return ['kind', 'group_name', 'code', 'message'].find(
    (name) => Buffer.byteLength(String(texts[name] ?? '')) > TEXT_MAX,
  )
}

/** The policy that a device reports to a peer: `ask` is reported as allowed. */
export function profileFor(
  peer: string,
  policyOf: (method: Method) => 'allow' | 'deny' | 'ask',
): PolicyProfile {
  const now = Math.floor(Date.now() / 1000)
  const all = (isOn: (method: Method) => boolean) => ({
    echo: isOn('echo'),
    ping: isOn('ping'),
    onboard: isOn('onboard'),
    sign: isOn('sign'),
    ecdh: isOn('ecdh'),
  })
  return {
    for_peer: peer,
    revision: now,
    updated: now,
    block_all: false,
    request: all(() => true),
    respond: all((method) => policyOf(method) !== 'deny'),
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

/** Two values of 33 bytes; whether they are points is checked only when they are used. */
const isNonce = (value: unknown): value is Nonce =>
  isObject(value) &&
  isCode(value['code']) &&
  [value['binder_pn'], value['hidden_pn']].every((point) => /^[0-9a-f]{66}$/i.test(String(point)))

const METHODS = ['echo', 'ping', 'onboard', 'sign', 'ecdh'] as const

const isProfile = (value: unknown): value is PolicyProfile =>
  isObject(value) &&
  isCode(value['for_peer']) &&
  [value['revision'], value['updated']].every(Number.isSafeInteger) &&
  typeof value['block_all'] === 'boolean' &&
  [value['request'], value['respond']].every(
    (flags) => isObject(flags) && METHODS.every((method) => typeof flags[method] === 'boolean'),
  )

const isListOf = <T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.length <= LIST_MAX && value.every(isOne)
