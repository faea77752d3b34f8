import { publicPoint } from '../curve/hex.ts'
import { xOnly } from '../nostr/x-only.ts'
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
  bySigner(signer: string): RegisteredApp | undefined
  /** @throws when it can't be kept, and nothing has changed */
  set(app: KeptApp): RegisteredApp
  /** @throws when it can't be deleted, and it is still there */
  delete(id: string): void
}

export function createRegistry(store: Pick<AppStore, 'list' | 'set' | 'delete'>): Registry {
  const apps = new Map<string, RegisteredApp>()
  const bySigner = new Map<string, string>()

  const register = (app: KeptApp): RegisteredApp => {
    const signer = apps.get(app.id)?.signer ?? xOnly(publicPoint(app.seckey))
    const registered = { ...app, signer }
    apps.set(app.id, registered)
    bySigner.set(signer, app.id)
    return registered
  }
  for (const app of store.list()) register(app)

  return {
    get all() {
      return [...apps.values()]
    },
    get: (id) => apps.get(id),
    bySigner: (signer) => apps.get(bySigner.get(signer) ?? ''),
    set: ({ ...app }) => {
      const { signer: _, ...kept } = app as RegisteredApp
      store.set(kept)
      return register(kept)
    },
    delete: (id) => {
      store.delete(id)
      bySigner.delete(apps.get(id)?.signer ?? '')
      apps.delete(id)
    },
  }
}
