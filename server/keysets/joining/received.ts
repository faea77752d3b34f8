import type { Received } from './attempt.ts'
import type { JoiningOptions } from './joining.ts'

const NAME = 'joined'

/** Where a keyset's secrets are kept, sealed, by name; null deletes one. */
interface SealedSettings {
  get(name: string): string | undefined
  set(name: string, value: string | null): void
}

/** Keeps what joining has brought among a keyset's sealed settings. */
export const receivedIn = (sealed: SealedSettings): JoiningOptions['kept'] => ({
  get: () => {
    const text = sealed.get(NAME)
    return text === undefined ? null : (JSON.parse(text) as Received)
  },
  set: (received) => sealed.set(NAME, received && JSON.stringify(received)),
})
