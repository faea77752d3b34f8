import { isDeepStrictEqual } from 'node:util'
import { publicPoint } from '#crypto/curve/hex.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { AppStore, KeptApp } from './ports.ts'

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
