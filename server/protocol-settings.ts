import type { Settings, SettingsUpdate } from './contract/settings.ts'
import type { KeysetSettings } from './store/keyset-settings.ts'

export interface ProtocolSettings {
  /** What was saved, and for the rest what the environment says. */
  inForce(): Settings
  /** Keeps a change; what is missing in it stays as it is. Throws a StoreError. */
  save(update: SettingsUpdate): void
}

/** Where they are kept, as one value: all of a change or none of it. */
const NAME = 'protocol'

/** In force where somebody other than Floe has changed what was saved, until it is saved anew. */
const STRICTEST: Settings = { firstGeneration: 'refuse', approveOnboarding: true }

export function createProtocolSettings(
  fromEnvironment: Settings,
  store: Pick<KeysetSettings, 'get' | 'set' | 'isLost'>,
): ProtocolSettings {
  const saved = (): SettingsUpdate => {
    if (store.isLost(NAME)) return STRICTEST
    const text = store.get(NAME)
    // As `save` has written it: its callers check what they are given.
    return text === undefined ? {} : JSON.parse(text)
  }
  return {
    inForce: () => {
      const {
        firstGeneration = fromEnvironment.firstGeneration,
        approveOnboarding = fromEnvironment.approveOnboarding,
      } = saved()
      return { firstGeneration, approveOnboarding }
    },
    save: (update) => store.set(NAME, JSON.stringify({ ...saved(), ...update })),
  }
}
