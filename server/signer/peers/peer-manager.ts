import { node as texts } from '#contract/messages.ts'
import type { PeerPresence, PeersAnswer, PingResult } from '#contract/peers.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError, type Result } from '#lib/errors.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { SignerNode } from '../signer.ts'
import { PeerBook, type PeerPolicy, presenceOf, summarise } from './peers.ts'

export interface PeerManagerOptions {
  group: Result<Pick<GroupOutline, 'members'>>
  /** Our own x-only key; null when there is no share. */
  self: string | null
  node: SignerNode | null
  /** As saved, by x-only key; used when no node runs. */
  policies(): ReadonlyMap<string, PeerPolicy>
  partialSignatures(): ReadonlyMap<string, number>
}

/** All peers, one by its key (a leading 02 or 03 does not matter). */
export type PingTarget = 'all' | (string & {})

/**
 * What is known of the peers: `full` with live monitoring; `static`, a fixed list from the group,
 * when no node runs; `failed`, with the reason, when there is no sound group.
 */
export class PeerManager {
  readonly #options: PeerManagerOptions

  constructor(options: PeerManagerOptions) {
    this.#options = options
  }

  /** Whether a node runs that can ask them. */
  get isLive(): boolean {
    return this.#options.node !== null
  }

  view(): PeersAnswer {
    const { group, node, self, policies, partialSignatures } = this.#options
    if (node) {
      const peers = node.peers.view()
      return {
        peers,
        total: peers.length,
        online: node.peers.online,
        mode: 'full',
        monitoring: node.monitor.isRunning,
        summary: node.peers.summary(),
      }
    }
    if (!group.ok) {
      const reason = `${texts.createPeerManager}: ${group.error}`
      return {
        peers: [],
        total: 0,
        online: 0,
        mode: 'failed',
        reason,
        monitoring: false,
        summary: summarise([], null),
      }
    }
    const peers = new PeerBook({
      members: group.value.members,
      self: self ?? '',
      policies: policies(),
      partialSignatures: partialSignatures(),
      now: steadyNow,
    }).view()
    return {
      peers,
      total: peers.length,
      online: 0,
      mode: 'static',
      reason: texts.startMonitoring,
      monitoring: false,
      summary: summarise(peers, null),
    }
  }

  /** @throws FrostrError (NODE_ERROR) when no node runs, or there is no such peer */
  async ping(target: PingTarget): Promise<PingResult[]> {
    const node = this.#node()
    if (target === 'all') return node.pingAll()
    if (!node.peers.get(target)) throw new FrostrError('NODE_ERROR', texts.peerNotFound)
    return [await node.ping(target)]
  }

  /** A peer's state as a running node knows it; a key that is not a peer's counts as offline. */
  presence(pubkey: string): PeerPresence {
    const entry = this.#options.node?.peers.get(pubkey)
    return entry ? presenceOf(entry) : { pubkey, online: false }
  }

  #node(): SignerNode {
    const { node } = this.#options
    if (node) return node
    throw new FrostrError('NODE_ERROR', texts.startMonitoring, {
      details: { reason: texts.nodeError },
    })
  }
}
