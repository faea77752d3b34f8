/** What the set-up builds, by name. */
export const images = {
  floe: 'floe-test/floe',
  relay: 'floe-test/relay',
  peer: 'floe-test/peer',
} as const
