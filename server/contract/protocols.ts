import { EVENT_KIND, V2_EVENT_KIND } from './limits.ts'

/** The versions of the peer protocol, the oldest first. */
export const protocolNames = ['1.x', '2026'] as const
export type ProtocolName = (typeof protocolNames)[number]

/** The event kind that carries each version's messages. */
export const eventKindOf: Readonly<Record<ProtocolName, number>> = {
  '1.x': EVENT_KIND,
  '2026': V2_EVENT_KIND,
}

/**
 * What to do with 1.x requests, whose static nonces give the share away after a few signatures:
 * answer them, answer and warn, or refuse.
 */
export const v1Modes = ['answer', 'warn', 'refuse'] as const
export type V1Mode = (typeof v1Modes)[number]

/** The software that a peer runs, where it matters here. "igloo" is Igloo from before 2026-06. */
export const PEER_BUILDS = ['igloo', 'igloo-beta', 'floe'] as const
export type PeerBuild = (typeof PEER_BUILDS)[number]

/** Their names for people. */
export const buildNames: Readonly<Record<PeerBuild, string>> = {
  igloo: 'Igloo of before 2026-06',
  'igloo-beta': 'Igloo beta',
  floe: 'Floe',
}
