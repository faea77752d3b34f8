import { REQUEST_TIMEOUT } from '#signer/limits.ts'
import type { SignerTimings } from '#signer/options.ts'

/**
 * Milliseconds. Nodes of tests wait longer for their peers than owners are asked to: on a busy machine
 * what comes late has come all the same.
 */
export const PATIENT = { request: 60_000 } satisfies Partial<SignerTimings>

/** Milliseconds, as in use: for tests of what happens when an answer doesn't come. */
export const AS_IN_USE = { request: REQUEST_TIMEOUT } satisfies Partial<SignerTimings>

/** Milliseconds. Where no other member runs, an answer to a ping does not come, however long it is waited for. */
export const NOBODY_THERE = { ping: 100 } satisfies Partial<SignerTimings>

/** Milliseconds. Looks who is there as soon as a relay is heard. */
export const AT_ONCE = { startDelay: 0 } satisfies Partial<SignerTimings>
