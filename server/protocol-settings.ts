import type { Settings, SettingsUpdate } from './contract/settings.ts'
import type { KeysetSettings } from './store/keyset-settings.ts'

export interface ProtocolSettings {
  /** The saved values, and the environment's for the rest. */
  inForce(): Settings
  /** Saves a change; missing fields stay unchanged. Throws a StoreError. */
  save(update: SettingsUpdate): void
}

/** Kept as one value, so that a change is saved whole or not at all. */
const NAME = 'protocol'

/** In force after somebody other than Floe changed the saved values, until they are saved again. */
const STRICTEST: Settings = { firstGeneration: 'refuse', approveOnboarding: true }

export function createProtocolSettings(
  fromEnvironment: Settings,
  store: Pick<KeysetSettings, 'get' | 'set' | 'isLost'>,
): ProtocolSettings {
  const saved = (): SettingsUpdate => {
    if (store.isLost(NAME)) return STRICTEST
    const text = store.get(NAME)
    // As written by `save`, whose callers check their input.
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
