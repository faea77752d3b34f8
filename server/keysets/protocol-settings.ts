import type { z } from 'zod'
import { ownerEvent } from '#contract/messages.ts'
import type { peerProtocolsAnswer } from '#contract/operations.ts'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AuditRecord } from '#store/audit-rows.ts'
import type { KeysetSettings } from '#store/keyset-settings.ts'
import type { PeerProtocolTable } from '#store/peer-protocols.ts'

/** Saved as one value: a change is saved as a whole or not at all. */
const NAME = 'protocol'

/** In force if the saved values were tampered with, until they are saved again. */
const STRICTEST: Settings = { firstGeneration: 'refuse', approveOnboarding: true }

/**
 * Whether a keyset uses 1.x too, and whether new devices need the owner's approval.
 *
 * @param fromEnvironment in force where nothing is saved
 */
export function createProtocolSettings(
  fromEnvironment: Settings,
  kept: Pick<KeysetSettings, 'get' | 'set' | 'isLost'>,
) {
  const saved = (): Partial<Settings> => {
    if (kept.isLost(NAME)) return STRICTEST
    const text = kept.get(NAME)
    // Written by `save`, whose callers validate it.
    return text === undefined ? {} : JSON.parse(text)
  }
  return {
    /** The saved values; the environment's where none is saved. */
    inForce: (): Settings => ({ ...fromEnvironment, ...saved() }),
    /** Missing fields stay unchanged. Throws when it can't be stored. */
    save: (update: SettingsUpdate): void =>
      kept.set(NAME, JSON.stringify({ ...saved(), ...update })),
  }
}

export interface PeerProtocolsOptions {
  kept: Pick<PeerProtocolTable, 'of' | 'allowV1'>
  keyset: Pick<Supervisor, 'self' | 'signer'>
  log: KeysetLog
  audit(record: AuditRecord): void
}

/** Which protocols are used with a peer. */
export const createPeerProtocols = ({ kept, keyset, log, audit }: PeerProtocolsOptions) => ({
  /**
   * Allows or forbids 1.x with a peer that was heard in 2026. This is saved, then takes effect at once; it is in
   * the event log and the audit.
   *
   * @param change.pubkey compressed, hex
   */
  allowV1: (
    { pubkey, actor }: { pubkey: string; actor: string },
    allowed: boolean,
  ): Omit<z.infer<typeof peerProtocolsAnswer>, 'pubkey'> => {
    const { self, signer } = keyset
    const xonly = xOnly(pubkey)
    if (self !== null) kept.allowV1(self, xonly, allowed)
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
