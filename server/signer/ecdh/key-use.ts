import type { Operation } from '#contract/rules.ts'

/** What a secret that the group shares with somebody is for: it takes a key exchange. */
export type KeyUse = Exclude<Operation, 'sign' | 'onboard'>
