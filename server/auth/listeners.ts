import type { StoreLog } from '#store/database.ts'

export interface Listeners<Event> {
  add(listener: (event: Event) => void): void
  emit(event: Event): void
}

/** Calls all listeners of an event. One that throws does not stop the others. */
export function createListeners<Event>(log: StoreLog): Listeners<Event> {
  const listeners: ((event: Event) => void)[] = []
  return {
    add: (listener) => {
      listeners.push(listener)
    },
    emit: (event) => {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (err) {
          log.error({ err }, 'a listener failed')
        }
      }
    },
  }
}
