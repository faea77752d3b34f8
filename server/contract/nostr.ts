/** A signed event (NIP-01). Keys and ids are lower-case hex; created_at is in seconds. */
export interface NostrEvent {
  id: string
  pubkey: string
  created_at: number
  kind: number
  tags: string[][]
  content: string
  sig: string
}

/** What an event is made from; signing adds the rest. */
export type EventTemplate = Pick<NostrEvent, 'created_at' | 'kind' | 'tags' | 'content'>

/** A subscription filter (NIP-01). */
export interface Filter {
  ids?: string[]
  authors?: string[]
  kinds?: number[]
  since?: number
  until?: number
  limit?: number
  [tag: `#${string}`]: string[] | undefined
}
