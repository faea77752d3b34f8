import type { Context } from '#app/context.ts'
import { http, protocolTexts as texts } from '#contract/messages.ts'
import type { Peer, PeersAnswer } from '#contract/peers.ts'
import type { Handlers } from '#http/router.ts'
import { FrostrError } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { iglooPolicyOf } from './igloo/igloo-policy.ts'

type PeerHandlers = Pick<Handlers, 'peers' | 'group' | 'self' | 'ping'>

/** The other members: who they are, and their state. */
export function peerHandlers({ keysets }: Context): PeerHandlers {
  const { supervisor, policy, policies } = keysets.first

  /** With what the owner has set for it. */
  const withSettings = (peer: Peer): Peer => {
    const { pubkey, status } = peer
    const name = policy.ruleSet.nameOf({ door: 'peer', id: xOnly(pubkey) })
    const igloo = iglooPolicyOf(pubkey, policies.now(pubkey), { status, name })
    return { ...peer, ...(name !== undefined && { name }), policy: { ...igloo, ...peer.policy } }
  }

  return {
    peers: ({ request }) => {
      if (supervisor.group === null) return request.json({ error: http.noGroupCredential }, 400)
      const { peers, ...view } = supervisor.peerManager.view()
      const answer: PeersAnswer = { peers: peers.map(withSettings), ...view }
      return request.json(answer)
    },

    group: ({ request }) => {
      const { group } = supervisor
      if (!group?.ok) return request.json({ error: http.noGroupCredential }, 400)
      const { pubkey, threshold, members } = group.value
      return request.json({ pubkey: xOnly(pubkey), threshold, totalShares: members.length })
    },

    self: ({ request }) => {
      const { self, hasCredentials, warnings } = supervisor
      if (!hasCredentials || self === null) {
        return request.json({ error: http.missingCredentials }, 400)
      }
      return request.json({ pubkey: self, warnings })
    },

    ping: async ({ request, body: { target } }) => {
      const { peerManager } = supervisor
      if (!peerManager.isLive) return request.json({ error: http.nodeNotAvailable }, 503)
      try {
        const results = await peerManager.ping(target)
        const [result] = results
        return target === 'all' || result === undefined
          ? request.json({ results })
          : request.json({ ...result, status: peerManager.presence(result.pubkey) })
      } catch (error) {
        if (error instanceof FrostrError && error.message === texts.peerNotFound) {
          return request.json({ error: http.invalidTarget }, 400)
        }
        throw error
      }
    },
  }
}
