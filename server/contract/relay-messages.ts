import { protocolTexts } from './messages.ts'

/** Why a relay is not heard, or has not taken an event, as far as it is not in the relay's own words. */
export const relay = {
  // Connecting
  refused: 'connection refused',
  reset: 'connection reset',
  hostUnreachable: 'host unreachable',
  networkUnreachable: 'network unreachable',
  notFound: 'host not found',
  lookUp: 'name look-up failed',
  timedOut: 'connection timed out',
  handshake: 'TLS handshake failed',
  expired: 'TLS certificate has expired',
  selfSigned: 'TLS certificate is self-signed',
  otherHost: 'TLS certificate is for another host',
  unverified: 'TLS certificate cannot be verified',
  privateNetwork: 'leads into a private network',
  failed: 'connection failed',
  failedBy: (code: string) => `connection failed (${code})`,
  http: (status: string) => `relay answered HTTP ${status}`,
  notWithin: (milliseconds: number) => `no connection within ${milliseconds} ms`,

  // Connected
  closed: 'connection closed',
  closedBy: (code: number) => `relay closed the connection (${code})`,
  closedSaying: (reason: string) => `relay closed the connection: ${reason}`,
  largeFrame: 'relay sent a frame that is too large',
  unread: 'relay does not read what it is sent',
  silent: (milliseconds: number) => `silent: no answer to a ping within ${milliseconds} ms`,
  notReturned: 'silent: our own message did not come back',
  overload: 'sends more than can be read',
  oneIdentity: 'relay knows one identity a connection',
  authentication: (reason: string) => `authentication refused: ${reason}`,
  authenticationUnanswered: 'authentication not answered',
  subscriptionClosed: 'subscription closed',
  subscriptionClosedSaying: (reason: string) => `subscription closed: ${reason}`,
  subscriptionUnconfirmed: 'subscription not confirmed',
  late: (what: string, milliseconds: number) => `${what} within ${milliseconds} ms`,
  lateSaying: (what: string, milliseconds: number, notice: string) =>
    `${what} within ${milliseconds} ms; the relay says: ${notice}`,

  // Events
  unanswered: (milliseconds: number) => `no answer within ${milliseconds} ms`,
  notConnected: 'not connected',
  tooMany: 'too many unanswered events',
  /** The specification's words for a relay that does not return the messages we send to ourselves. */
  echoRejected: (reasons: string) => `${protocolTexts.echoRejected}: ${reasons}`,
  ofKind: (kind: number, reason: string) => `kind ${kind}: ${reason}`,
  noReason: 'no reason given',
  /** In place of the words of a host in a private network, which could be any service there. */
  unquoted: 'a private host, which is not quoted',
} as const
