/** What runs at a peer, as far as that makes a difference to us; "igloo" is Igloo of before 2026-06. */
export const PEER_BUILDS = ['igloo', 'igloo-beta', 'floe'] as const
export type PeerBuild = (typeof PEER_BUILDS)[number]

/** What people call them. */
export const buildNames: Readonly<Record<PeerBuild, string>> = {
  igloo: 'Igloo of before 2026-06',
  'igloo-beta': 'Igloo beta',
  floe: 'Floe',
}
