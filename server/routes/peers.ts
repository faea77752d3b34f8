import type { Context } from '../context.ts'
import { http, node as texts } from '../contract/messages.ts'
import type { PingResult } from '../contract/peers.ts'
import { FrostrError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { presenceOf } from '../node/peers.ts'

/** The other members: who they are, how they are. */
export function peerHandlers({ supervisor }: Context): Pick<Handlers, 'peers' | 'self' | 'ping'> {
  const pingedPeer = ({ pubkey }: PingResult) => {
    const entry = supervisor.node?.peers.get(pubkey)
    return entry ? presenceOf(entry) : { pubkey, online: false }
  }

  return {
    peers: ({ request }) => {
      if (supervisor.group === null) return request.json({ error: http.noGroupCredential }, 400)
      return request.json(supervisor.peerManager.view())
    },

    self: ({ request }) => {
      const { self, hasCredentials, warnings } = supervisor
      if (!hasCredentials || self === null) {
        return request.json({ error: http.missingCredentials }, 400)
      }
      return request.json({ pubkey: self, warnings })
    },

    ping: async ({ request, body: { target } }) => {
      const { node, peerManager } = supervisor
      if (!node) return request.json({ error: http.nodeNotAvailable }, 503)
      try {
        const results = await peerManager.ping(target)
        const [result] = results
        return target === 'all' || result === undefined
          ? request.json({ results })
          : request.json({ ...result, status: pingedPeer(result) })
      } catch (error) {
        if (error instanceof FrostrError && error.message === texts.peerNotFound) {
          return request.json({ error: http.invalidTarget }, 400)
        }
        throw error
      }
    },
  }
}
