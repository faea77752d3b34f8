import type { StoreLog } from '#store/log.ts'

export interface Listeners<Told> {
  /** @returns a function that ends the listening */
  add(listener: (told: Told) => void): () => void
  tell(told: Told): void
}

/** Listeners that are all told at once: one that throws does not keep the others from hearing. */
export function createListeners<Told>(log: StoreLog): Listeners<Told> {
  const listeners = new Set<(told: Told) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (told) => {
      for (const listener of [...listeners]) {
        try {
          listener(told)
        } catch (err) {
          log.error({ err }, 'a listener failed')
        }
      }
    },
  }
}
