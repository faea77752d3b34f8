import { appRefusal, apps as texts } from '#contract/app-messages.ts'
import { jsonObject } from '#contract/json-object.ts'
import type { Caller } from '#contract/rules.ts'
import { schemaMessage } from '#contract/schema-messages.ts'
import { unsignedEvent } from '#contract/signing.ts'
import type { CipherRequest, KeyRequest } from '#signer/use/request.ts'
import { type Answer, type AppRequest, failure, success } from './message.ts'

/** A use of the key as apps request it: they always show the event to sign. */
export type AppKeyUse = Extract<KeyRequest, CipherRequest | { event: unknown }>

/** A parsed request: answered by ourselves, or carried out with the key. */
export type ParsedRequest =
  | { kind: 'connect'; secret: string; metadata: string }
  | { kind: 'logout' }
  | { kind: 'relays' }
  | { kind: 'key'; request: AppKeyUse }
  | { kind: 'answer'; answer: Answer }

const CIPHERS: Readonly<Record<string, CipherRequest['operation']>> = {
  nip44_encrypt: 'nip44.encrypt',
  nip44_decrypt: 'nip44.decrypt',
  nip04_encrypt: 'nip04.encrypt',
  nip04_decrypt: 'nip04.decrypt',
}

/** The answer to `describe` (from an older draft of NIP-46, which Snort still uses). */
export const METHODS = [
  'connect',
  'ping',
  'get_public_key',
  'sign_event',
  ...Object.keys(CIPHERS),
  'switch_relays',
  'get_relays',
  'describe',
  'disconnect',
  'logout',
] as const

/** What parsing a request needs to know. */
export interface RequestContext {
  caller: Caller
  /** The client's key, x-only. */
  client: string
  /** The keyset's x-only public key; null while there is none. */
  groupKey: string | null
  /** The time, for events that have none. */
  seconds: number
}

/** Parses a request; an invalid one becomes an error answer. */
export function parseRequest(
  { method, params }: AppRequest,
  context: RequestContext,
): ParsedRequest {
  const cipher = Object.hasOwn(CIPHERS, method) ? CIPHERS[method] : undefined
  if (cipher !== undefined) return parseCipherRequest(method, cipher, params, context)
  switch (method) {
    case 'connect':
      return { kind: 'connect', secret: stringOf(params[1]), metadata: stringOf(params[3]) }
    case 'ping':
      return answered(success('pong'))
    case 'get_public_key': {
      const { groupKey } = context
      return groupKey === null ? refused(texts.noKey) : answered(success(groupKey))
    }
    case 'sign_event':
      return parseSignRequest(params[0], context)
    case 'switch_relays':
      return { kind: 'relays' }
    case 'get_relays':
      return answered(success('{}'))
    case 'describe':
      return answered(success(JSON.stringify(METHODS)))
    case 'disconnect':
    case 'logout':
      return { kind: 'logout' }
    default:
      return refused(appRefusal.unsupported(method.slice(0, 64)))
  }
}

const answered = (answer: Answer): ParsedRequest => ({ kind: 'answer', answer })
const refused = (error: string): ParsedRequest => answered(failure(error))

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function parseSignRequest(
  param: unknown,
  { caller, client, groupKey, seconds }: RequestContext,
): ParsedRequest {
  const event = objectOf(param)
  if (event === null) return refused(appRefusal.paramMissing('sign_event', 1, 'an event as JSON'))
  // Id and signature are made again. Some clients send missing fields as null or ''.
  const isGiven = ([, value]: [string, unknown]) => value !== null && value !== ''
  const given = Object.fromEntries(Object.entries(event).filter(isGiven))
  const { kind, created_at = seconds, tags = [], content = '', pubkey } = given
  if (kind === undefined) return refused(appRefusal.kindMissing)
  if (typeof pubkey === 'string' && pubkey.toLowerCase() !== groupKey) {
    return refused(appRefusal.otherAuthor(pubkey.slice(0, 64), groupKey ?? ''))
  }
  const checked = unsignedEvent.safeParse(
    { kind, created_at, tags, content, pubkey },
    { error: schemaMessage },
  )
  if (checked.success)
    return { kind: 'key', request: { operation: 'sign', caller, client, event: checked.data } }
  const [issue] = checked.error.issues
  return refused(appRefusal.eventMisfit(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`))
}

function parseCipherRequest(
  method: string,
  operation: CipherRequest['operation'],
  [key, content]: readonly unknown[],
  { caller, client }: RequestContext,
): ParsedRequest {
  if (typeof key !== 'string' || !/^(?:0[23])?[0-9a-f]{64}$/i.test(key)) {
    return refused(appRefusal.paramMissing(method, 1, 'a public key in hex'))
  }
  if (typeof content !== 'string' || !content.isWellFormed()) {
    return refused(appRefusal.paramMissing(method, 2, 'a text'))
  }
  const counterparty = key.toLowerCase()
  return { kind: 'key', request: { operation, caller, client, counterparty, content } }
}

/** An event as JSON, as specified, or as an object, as some clients send it. */
function objectOf(given: unknown): Record<string, unknown> | null {
  const value = typeof given === 'string' ? jsonObject(given) : given
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
