import type { Message } from '#contract/message.ts'
import type { Nip46Policy } from '#contract/nip46.ts'
import { plainLine } from '#contract/plain-text.ts'
import { JSON_CHARS_MAX } from './limits.ts'

/** What was found of an igloo-server: one user's data, decrypted but not checked, or a server without accounts. */
export interface Installation {
  /** Null: it has no accounts. */
  user: string | null
  share: string
  group: string
  groupName: string
  relays: string[]
  policies: FoundPolicy[]
  login: { username: string; password: string } | null
  keys: FoundKey[]
  apps: FoundApp[]
  /** The secret key that answers its apps, unchecked; null: there is none. */
  transport: string | null
  /** What is not imported: lines of the report. */
  stays: Message[]
}

/** What a peer may do; undefined: the default. */
export interface FoundPolicy {
  pubkey: string
  allowSend: boolean | undefined
  allowReceive: boolean | undefined
  label: string
  note: string
}

export interface FoundKey {
  name: string
  /** SHA-256 of the token, base64url; null: the stored hash is damaged. */
  hash: string | null
  /** Unix milliseconds. */
  createdAt: number
  /** The narrowest scope that allows what the key could do there. */
  scope: 'sign' | 'admin'
}

export interface FoundApp {
  /** Its client's public key, unchecked. */
  client: string
  name: string
  url: string
  image: string
  relays: string[]
  policy: Nip46Policy
  /** Unix milliseconds. */
  createdAt: number
}

/** Parses a JSON field; undefined if it is not JSON. */
export function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '' || text.length > JSON_CHARS_MAX) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** The fields of an object that are `true`. */
export const grantedIn = (value: unknown): Record<string, boolean> =>
  Object.fromEntries(Object.entries(recordOf(value)).filter(([, is]) => is === true)) as Record<
    string,
    boolean
  >

/** The policies of peers. Entries without a key are skipped; null and missing are the default. */
export const policiesIn = (value: unknown): FoundPolicy[] =>
  (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const { pubkey, allowSend, allowReceive, label, note } = recordOf(entry)
    if (typeof pubkey !== 'string' || pubkey.trim() === '') return []
    return {
      pubkey: pubkey.trim().toLowerCase(),
      allowSend: flagOf(allowSend),
      allowReceive: flagOf(allowReceive),
      label: lineOf(label),
      note: lineOf(note),
    }
  })

const LINE_CHARS_MAX = 1_000

/** A text as one line that is safe to show; empty if it is not a text. */
export const lineOf = (value: unknown): string =>
  typeof value === 'string' ? plainLine(value, LINE_CHARS_MAX) : ''

const flagOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
