import { EVENT_KIND, V2_EVENT_KIND } from './limits.ts'

/** The generations of the peer protocol, the oldest first. */
export const protocolNames = ['1.x', '2026'] as const
export type ProtocolName = (typeof protocolNames)[number]

/** The kind of the events that carry each one's messages. */
export const eventKindOf: Readonly<Record<ProtocolName, number>> = {
  '1.x': EVENT_KIND,
  '2026': V2_EVENT_KIND,
}

/**
 * What to do with requests of the 1.x generation, whose static nonces give the share away after a
 * few signatures: answer them, answer and warn, or refuse.
 */
export const v1Modes = ['answer', 'warn', 'refuse'] as const
export type V1Mode = (typeof v1Modes)[number]

/** What runs at a peer, as far as that makes a difference to us; "igloo" is Igloo of before 2026-06. */
export const PEER_BUILDS = ['igloo', 'igloo-beta', 'floe'] as const
export type PeerBuild = (typeof PEER_BUILDS)[number]

/** What people call them. */
export const buildNames: Readonly<Record<PeerBuild, string>> = {
  igloo: 'Igloo of before 2026-06',
  'igloo-beta': 'Igloo beta',
  floe: 'Floe',
}
