import type { Claims } from '#contract/apps.ts'

/** A remote-signing client (NIP-46) as it is kept, sealed. Times are Unix milliseconds. */
export interface KeptApp {
  id: string
  /** The secret key that answers it, 32 bytes, hex. */
  seckey: string
  /** Its own key, x-only, hex; null: none is paired. */
  client: string | null
  /** Normalised, without duplicates. */
  relays: readonly string[]
  /** Those before, on which it is heard too until it has come to the others. */
  formerRelays: readonly string[]
  claims: Claims
  /** The secret of the link that it can be paired by; `since` is missing where an older Floe has kept it. */
  invitation: { secret: string; since?: number; until: number } | null
  /** The secret of its own link, by which it knows our first answer; null once a relay has taken that. */
  greeting: string | null
  createdAt: number
  pairedAt: number | null
  /** Null: for ever. */
  until: number | null
  /** Its relays came with its own link, so that the owner has not set them. */
  areRelaysItsOwn: boolean
  answersNip04: boolean
  sendsAuthUrl: boolean
  /** How long its questions stay open, in milliseconds. */
  openFor: number
}

/** A request that was taken on. */
export interface TakenRequest {
  /** Of the event. */
  id: string
  app: string
  at: number
  /** As it came, and the question about it, while it waits for the owner. */
  held: { event: string; question: string } | null
  isAnswered: boolean
}

/** One that is taken on now. */
export type NewRequest = Pick<TakenRequest, 'id' | 'app' | 'at'>

/** How often an app did something on a day (UTC, `2026-11-23`), and when last. */
export interface AppUse {
  app: string
  day: string
  use: string
  times: number
  last: number
}

/** What is kept of apps. What is written is on the disk before the call returns, or the call throws. */
export interface AppStore {
  list(): KeptApp[]
  add(app: KeptApp): void
  /** @throws also when it is not kept any more: a command may have removed it */
  set(app: KeptApp): void
  delete(id: string): void
  taken(): TakenRequest[]
  /** Keeps those that are taken on, and those that were answered. */
  note(taken: readonly NewRequest[], answered: readonly string[]): void
  /** @param held null: it waits no longer */
  hold(id: string, held: TakenRequest['held']): void
  /** Forgets requests from before a time, but for those that wait. */
  forget(before: number): void
  uses(): AppUse[]
  addUses(uses: readonly AppUse[]): void
  trimUses(before: string): void
}
