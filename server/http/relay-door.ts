import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { clientOf, type TrustedProxies } from '#auth/client-address.ts'
import type { LocalRelay } from '#relay/local/local-relay.ts'
import { incomingOf, isAllowedHost, isFromOwnPage, type OriginRules } from './origin.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/** Where igloo-server has its relay. */
const PATH = '/'

/**
 * The way in to the small relay: programs and pages of our own or a listed origin. Who may publish and
 * read, the relay finds out by itself.
 *
 * @returns whether a call was for the relay, and has then been answered
 */
export const createRelayDoor =
  (
    relay: Pick<LocalRelay, 'upgrade'>,
    { originRules, trustedProxies }: { originRules: OriginRules; trustedProxies: TrustedProxies },
  ) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const [path] = (request.url ?? '').split('?')
    if (path !== PATH) return false
    // Node has let go of the socket: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    const from = incomingOf(request)
    if (!isAllowedHost(from.host, originRules) || !isFromOwnPage(from, originRules)) {
      refuseUpgrade(socket, 403)
      return true
    }
    const { key } = clientOf(request, trustedProxies)
    if (!relay.upgrade(request, socket, head, key)) refuseUpgrade(socket, 503)
    return true
  }
