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

/** What a profile may want its owner to be asked about, each time that a peer asks for it. */
export const ASKABLE = ['receive.sign', 'receive.ecdh', 'receive.onboard'] as const
export type Askable = (typeof ASKABLE)[number]
