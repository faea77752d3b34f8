/**
 * What may be denied by itself where its direction is allowed. Pings and echoes are answered always:
 * they tell who is there, and in 2026 bring the nonces that a signature takes.
 */
export const DENIABLE = [
  'send.sign',
  'send.ecdh',
  'receive.sign',
  'receive.ecdh',
  'receive.onboard',
] as const
export type Deniable = (typeof DENIABLE)[number]
