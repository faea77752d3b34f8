import { protocolTexts as coded } from '#contract/codes.ts'
import { several } from '#contract/message.ts'
import { protocolTexts as texts } from '#contract/messages.ts'
import type { PeerPresence, PeersAnswer, PingResult } from '#contract/peers.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError, type Result } from '#lib/errors.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { Signer } from '../signer.ts'
import { PeerBook, type PeerPolicy, presenceOf, summarise } from './peers.ts'

export interface PeerManagerOptions {
  group: Result<Pick<GroupOutline, 'members'>>
  /** Our own x-only key; null when there is no share. */
  self: string | null
  signer: Signer | null
  /** Saved policies, by x-only key; used when no signer runs. */
  policies(): ReadonlyMap<string, PeerPolicy>
  partialSignatures(): ReadonlyMap<string, number>
}

/**
 * The peers as the API shows them: `full` while a signer runs; `static`, the list from the group, when none
 * runs; `failed`, with the reason, without a valid group.
 */
export class PeerManager {
  readonly #options: PeerManagerOptions

  constructor(options: PeerManagerOptions) {
    this.#options = options
  }

  /** Whether a signer runs. */
  get isLive(): boolean {
    return this.#options.signer !== null
  }

  view(): PeersAnswer {
    const { group, signer, self, policies, partialSignatures } = this.#options
    if (signer) {
      const peers = signer.peers.view()
      return {
        peers,
        total: peers.length,
        online: signer.peers.online,
        mode: 'full',
        monitoring: signer.monitor.isRunning,
        summary: signer.peers.summary(),
      }
    }
    const why = group.ok ? coded.startMonitoring : several(': ', [coded.createPeerManager, group])
    const book = group.ok
      ? new PeerBook({
          members: group.value.members,
          self: self ?? '',
          policies: policies(),
          partialSignatures: partialSignatures(),
          now: steadyNow,
        })
      : null
    const peers = book?.view() ?? []
    return {
      peers,
      total: peers.length,
      online: 0,
      mode: group.ok ? 'static' : 'failed',
      reason: why.error,
      reasonMessage: why,
      monitoring: false,
      summary: summarise(peers, null),
    }
  }

  /**
   * @param target `all`, or a peer's public key, x-only or compressed
   * @throws FrostrError (NODE_ERROR) when no signer runs, or there is no such peer
   */
  async ping(target: string): Promise<PingResult[]> {
    const { signer } = this.#options
    if (signer === null) {
      throw new FrostrError('NODE_ERROR', texts.startMonitoring, {
        details: { reason: texts.nodeError },
      })
    }
    if (target === 'all') return signer.pingAll()
    if (!signer.peers.get(target)) throw new FrostrError('NODE_ERROR', coded.peerNotFound)
    return [await signer.ping(target)]
  }

  /** A peer's current state; an unknown key counts as offline. */
  presence(pubkey: string): PeerPresence {
    const entry = this.#options.signer?.peers.get(pubkey)
    return entry ? presenceOf(entry) : { pubkey, online: false }
  }
}
