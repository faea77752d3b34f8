import type { Settings, SettingsUpdate } from './contract/settings.ts'

export interface ProtocolSettings {
  /** What was saved, and for the rest what the environment says. */
  inForce(): Settings
  /** Keeps a change; what is missing in it stays as it is. Throws a StoreError. */
  save(update: SettingsUpdate): void
}

/** Where they are kept, as one value: all of a change or none of it. */
const NAME = 'protocol'

export function createProtocolSettings(
  fromEnvironment: Settings,
  store: { get(name: string): string | undefined; set(name: string, value: string): void },
): ProtocolSettings {
  const saved = (): SettingsUpdate => {
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
