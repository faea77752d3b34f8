/**
 * What can be denied individually while its direction is allowed. Pings and echoes are always
 * answered: they tell who is there and, in 2026, bring the nonces that a signature needs.
 */
export const DENIABLE = [
  'send.sign',
  'send.ecdh',
  'receive.sign',
  'receive.ecdh',
  'receive.onboard',
] as const
export type Deniable = (typeof DENIABLE)[number]
