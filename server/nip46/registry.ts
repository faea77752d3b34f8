import { isDeepStrictEqual } from 'node:util'
import type { Claims } from '#contract/apps.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { Clock } from '#lib/clock.ts'
import { xOnly } from '#nostr/x-only.ts'
import { IDLE_MAX, LINK_OPEN_MAX } from './limits.ts'

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

/** An app, with the key that answers it. */
export interface RegisteredApp extends KeptApp {
  /** x-only, hex. */
  signer: string
}

/** The apps of a keyset as they are kept, by id and by the key that answers each. */
export interface Registry {
  readonly all: readonly RegisteredApp[]
  get(id: string): RegisteredApp | undefined
  /** Those that a key answers: several where they have moved in together from elsewhere. */
  bySigner(signer: string): readonly RegisteredApp[]
  /** @throws when it can't be kept, and nothing has changed */
  set(app: KeptApp): RegisteredApp
  /** @throws when it can't be deleted, and it is still there */
  delete(id: string): void
  /**
   * Takes over what a command beside this process has changed.
   *
   * @returns the ids of those that are new, changed or gone
   * @throws when that can't be read, and nothing has changed
   */
  reread(): { added: string[]; changed: string[]; gone: string[] }
}

export function createRegistry(store: Pick<AppStore, 'list' | 'add' | 'set' | 'delete'>): Registry {
  const apps = new Map<string, RegisteredApp>()
  const bySigner = new Map<string, Set<string>>()

  const register = (app: KeptApp): RegisteredApp => {
    const signer = apps.get(app.id)?.signer ?? xOnly(publicPoint(app.seckey))
    const registered = { ...app, signer }
    apps.set(app.id, registered)
    bySigner.set(signer, (bySigner.get(signer) ?? new Set()).add(app.id))
    return registered
  }
  const unregister = (id: string): void => {
    const signer = apps.get(id)?.signer ?? ''
    apps.delete(id)
    const others = bySigner.get(signer)
    others?.delete(id)
    if (others?.size === 0) bySigner.delete(signer)
  }
  for (const app of store.list()) register(app)

  return {
    get all() {
      return [...apps.values()]
    },
    get: (id) => apps.get(id),
    bySigner: (signer) => [...(bySigner.get(signer) ?? [])].flatMap((id) => apps.get(id) ?? []),
    set: ({ ...app }) => {
      const { signer: _, ...kept } = app as RegisteredApp
      if (apps.has(app.id)) store.set(kept)
      else store.add(kept)
      return register(kept)
    },
    delete: (id) => {
      store.delete(id)
      unregister(id)
    },
    reread: () => {
      const kept = store.list()
      const gone = [...apps.keys()].filter((id) => !kept.some((app) => app.id === id))
      const added = kept.filter(({ id }) => !apps.has(id))
      const changed = kept.filter((app) => {
        const { signer: _, ...known } = apps.get(app.id) ?? {}
        return apps.has(app.id) && !isDeepStrictEqual(known, app)
      })
      for (const id of gone) unregister(id)
      for (const app of [...added, ...changed]) register(app)
      const idsOf = (all: KeptApp[]) => all.map(({ id }) => id)
      return { gone, added: idsOf(added), changed: idsOf(changed) }
    },
  }
}

/** How far the clocks of a command and of the server beside it may be apart. Milliseconds. */
const SLACK = 60_000

/**
 * Whether the time of an app is over, or nobody has used it for too long. It is over, too, where it was
 * paired in what is now the future: the clock was wrong then, and nothing says how long ago that was.
 *
 * @param lastUsedAt Unix milliseconds; undefined: not since the days that are kept
 */
export function isExpired(
  { until, pairedAt }: Pick<KeptApp, 'until' | 'pairedAt'>,
  lastUsedAt: number | undefined,
  clock: Pick<Clock, 'wall' | 'latest'>,
): boolean {
  if (until !== null && !isWithin({ since: pairedAt ?? 0, until }, clock)) return true
  const last = Math.max(lastUsedAt ?? 0, pairedAt ?? 0)
  return last > 0 && clock.wall() - last > IDLE_MAX
}

/** Whether a link may still be used, by which an app can be paired. Closed where it was made in the future. */
export function isOpen(
  { since, until }: NonNullable<KeptApp['invitation']>,
  clock: Pick<Clock, 'latest'>,
): boolean {
  return isWithin({ since: since ?? until - LINK_OPEN_MAX, until }, clock)
}

/** An end before the beginning was set later, when the clock was right again. */
function isWithin(
  { since, until }: { since: number; until: number },
  { latest }: Pick<Clock, 'latest'>,
): boolean {
  const now = latest.now()
  return now < until && (now >= since - SLACK || until < since)
}
