import type { Nip46Policy } from '#contract/nip46.ts'

/** What igloo-server has for one person, or for a server without accounts: opened, and not judged yet. */
export interface Household {
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
  /** The secret key that answers its apps, as it was found; null: there is none. */
  transport: string | null
  /** What was left where it was, in words for the owner. */
  stays: string[]
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
  /** SHA-256 of the token, base64url; null: what was kept of it is damaged. */
  hash: string | null
  /** Unix milliseconds. */
  createdAt: number
  /** The narrowest scope that can what it could there. */
  scope: 'sign' | 'admin'
}

export interface FoundApp {
  /** As it was found. */
  client: string
  name: string
  url: string
  image: string
  relays: string[]
  policy: Nip46Policy
  /** Unix milliseconds. */
  createdAt: number
}
