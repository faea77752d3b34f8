import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LocalRelay } from '../local-relay/local-relay.ts'
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
  (relay: Pick<LocalRelay, 'isFull' | 'upgrade'>, originRules: OriginRules) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const [path] = (request.url ?? '').split('?')
    if (path !== PATH) return false
    // Node has let go of the socket: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    const from = incomingOf(request)
    if (!isAllowedHost(from.host, originRules) || !isFromOwnPage(from, originRules)) {
      refuseUpgrade(socket, 403)
    } else if (relay.isFull) refuseUpgrade(socket, 503)
    else relay.upgrade(request, socket, head)
    return true
  }
