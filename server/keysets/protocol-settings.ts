import type { z } from 'zod'
import { ownerEvent } from '#contract/messages.ts'
import type { peerProtocolsAnswer } from '#contract/operations.ts'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Supervisor, SupervisorOptions } from '#signer/supervisor.ts'

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

export interface PeerProtocolsOptions {
  /** On the disk before a call returns. */
  kept: Pick<NonNullable<SupervisorOptions['generations']>, 'of'> & {
    allowFirst(self: string, peer: string, allowed: boolean): void
  }
  keyset: Pick<Supervisor, 'self' | 'signer'>
  log: KeysetLog
  audit(change: {
    actor: string
    action: 'peer.generations'
    outcome: 'ok'
    detail: { pubkey: string; firstGenerationAllowed: boolean }
  }): void
}

/** In which generations we make requests of peers and answer theirs. */
export interface PeerProtocols {
  /**
   * Sets whether 1.x is spoken with a peer (a compressed key) although it was heard in 2026. On the
   * disk before it takes effect, which is at once; in the event log and in the audit.
   *
   * @param change also says who makes it
   */
  allowFirst(
    change: { pubkey: string; actor: string },
    allowed: boolean,
  ): Omit<z.infer<typeof peerProtocolsAnswer>, 'pubkey'>
}

export const createPeerProtocols = ({
  kept,
  keyset,
  log,
  audit,
}: PeerProtocolsOptions): PeerProtocols => ({
  allowFirst: ({ pubkey, actor }, allowed) => {
    const { self, signer } = keyset
    const xonly = xOnly(pubkey)
    if (self !== null) kept.allowFirst(self, xonly, allowed)
    const peer = signer?.peers.get(pubkey)
    if (peer) peer.firstAllowed = allowed
    const known = self === null ? undefined : kept.of(self).get(xonly)
    const detail = { pubkey, firstGenerationAllowed: allowed }
    log.add('info', ownerEvent.firstAllowed(pubkey.slice(0, 8), allowed), detail)
    audit({ actor, action: 'peer.generations', outcome: 'ok', detail })
    return {
      heardIn2026: peer?.heardIn2026 ?? known?.heardIn2026 ?? false,
      firstGenerationAllowed: allowed,
    }
  },
})
