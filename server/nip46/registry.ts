import { isDeepStrictEqual } from 'node:util'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { Clock } from '#lib/clock.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { AppTable, StoredApp } from '#store/apps.ts'
import { IDLE_MAX, LINK_OPEN_MAX } from './limits.ts'

/** An app, with the public key that answers it. */
export interface RegisteredApp extends StoredApp {
  /** x-only, hex. */
  signer: string
}

/** The stored apps of a keyset, by id and by the key that answers each. */
export type Registry = ReturnType<typeof createRegistry>

export function createRegistry(store: Pick<AppTable, 'list' | 'add' | 'set' | 'delete'>) {
  const apps = new Map<string, RegisteredApp>()
  const bySigner = new Map<string, Set<string>>()

  const register = (app: StoredApp): RegisteredApp => {
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
    get all(): readonly RegisteredApp[] {
      return [...apps.values()]
    },
    get: (id: string) => apps.get(id),
    /** The apps that a key answers: several if they were imported. */
    bySigner: (signer: string): readonly RegisteredApp[] =>
      [...(bySigner.get(signer) ?? [])].flatMap((id) => apps.get(id) ?? []),
    /** @throws when it can't be stored; then nothing has changed */
    set: (app: StoredApp) => {
      const { signer: _, ...kept } = app as RegisteredApp
      if (apps.has(app.id)) store.set(kept)
      else store.add(kept)
      return register(kept)
    },
    /** @throws when it can't be deleted; then it is still there */
    delete: (id: string) => {
      store.delete(id)
      unregister(id)
    },
    /**
     * Reads again what a command beside this process has changed.
     *
     * @returns the ids of those that are new, changed or gone
     * @throws when that can't be read; then nothing has changed
     */
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
      const idsOf = (all: StoredApp[]) => all.map(({ id }) => id)
      return { gone, added: idsOf(added), changed: idsOf(changed) }
    },
  }
}

/** How far the clocks of a command and of the server beside it may be apart. Milliseconds. */
const SLACK = 60_000

/**
 * Whether an app's time is over, or nobody has used it for too long. An app that was paired in what is now
 * the future has expired, too: the clock was wrong then, and it is unknown how long ago that was.
 *
 * @param lastUsedAt Unix milliseconds; undefined: not within the days that are stored
 */
export function isExpired(
  { until, pairedAt }: Pick<StoredApp, 'until' | 'pairedAt'>,
  lastUsedAt: number | undefined,
  clock: Pick<Clock, 'wall' | 'latest'>,
): boolean {
  if (until !== null && !isWithin({ since: pairedAt ?? 0, until }, clock)) return true
  const last = Math.max(lastUsedAt ?? 0, pairedAt ?? 0)
  return last > 0 && clock.wall() - last > IDLE_MAX
}

/** Whether an invitation's link may still be used. One that was made in what is now the future may not. */
export function isOpen(
  { since, until }: NonNullable<StoredApp['invitation']>,
  clock: Pick<Clock, 'latest'>,
): boolean {
  return isWithin({ since: since ?? until - LINK_OPEN_MAX, until }, clock)
}

/** Whether now is between both. An end before the beginning was set later, after the clock was corrected. */
function isWithin(
  { since, until }: { since: number; until: number },
  { latest }: Pick<Clock, 'latest'>,
): boolean {
  const now = latest.now()
  return now < until && (now >= since - SLACK || until < since)
}
