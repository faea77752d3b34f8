import type { Settings, SettingsUpdate } from '#contract/settings.ts'

/** How a keyset's peers are met: whether in 1.x too, and whether new devices wait for the owner. */
export interface ProtocolSettings {
  /** The saved values, and the environment's for the rest. */
  inForce(): Settings
  /** Saves a change; missing fields stay unchanged. Throws when it can't be kept. */
  save(update: SettingsUpdate): void
}

/** Kept as one value, so that a change is saved whole or not at all. */
const NAME = 'protocol'

/** Where they are kept. */
export interface KeptSettings {
  get(name: typeof NAME): string | undefined
  set(name: typeof NAME, value: string): void
  /** Whether they were saved, and somebody other than Floe has changed them or taken them out. */
  isLost(name: typeof NAME): boolean
}

/** In force after somebody other than Floe changed the saved values, until they are saved again. */
const STRICTEST: Settings = { firstGeneration: 'refuse', approveOnboarding: true }

/** @param fromEnvironment in force where nothing else was saved */
export function createProtocolSettings(
  fromEnvironment: Settings,
  kept: KeptSettings,
): ProtocolSettings {
  const saved = (): SettingsUpdate => {
    if (kept.isLost(NAME)) return STRICTEST
    const text = kept.get(NAME)
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
    save: (update) => kept.set(NAME, JSON.stringify({ ...saved(), ...update })),
  }
}
