import type { Context } from '../context.ts'
import { http, node as texts } from '../contract/messages.ts'
import type { PeersAnswer } from '../contract/peers.ts'
import type { Caller } from '../contract/rules.ts'
import { FrostrError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { xOnly } from '../nostr/x-only.ts'

/** The other members: who they are, and their state. */
export function peerHandlers({ keysets }: Context): Pick<Handlers, 'peers' | 'self' | 'ping'> {
  const { supervisor, rules } = keysets.first
  return {
    peers: ({ request }) => {
      if (supervisor.group === null) return request.json({ error: http.noGroupCredential }, 400)
      return request.json(withNames(supervisor.peerManager.view(), rules.book.nameOf))
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

const withNames = (
  { peers, ...answer }: PeersAnswer,
  nameOf: (caller: Caller) => string | undefined,
): PeersAnswer => ({
  peers: peers.map((peer) => {
    const name = nameOf({ door: 'peer', id: xOnly(peer.pubkey) })
    return name === undefined ? peer : { ...peer, name }
  }),
  ...answer,
})
