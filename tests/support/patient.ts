import { REQUEST_TIMEOUT } from '#signer/limits.ts'
import type { SignerTimings } from '#signer/options.ts'

/**
 * Milliseconds. Nodes of tests wait longer for their peers than in use, and for the relay, which lives in the same
 * process, to confirm what they send: on a busy machine, late is not wrong.
 */
export const PATIENT = {
  request: 60_000,
  relay: { publishTimeout: 60_000 },
} satisfies Partial<SignerTimings>

/** Milliseconds. As in use, for tests of what happens when an answer doesn't come. */
export const AS_IN_USE = { request: REQUEST_TIMEOUT, relay: {} } satisfies Partial<SignerTimings>

/** Milliseconds. Where no other member runs, no ping is ever answered. */
export const NOBODY_THERE = { ping: 100 } satisfies Partial<SignerTimings>

/** Milliseconds. Sends nothing by itself, for longer than any test takes. */
export const SILENT = { startDelay: 3_600_000 } satisfies Partial<SignerTimings>

/** Milliseconds. Looks who is there as soon as a relay is heard. */
export const AT_ONCE = { startDelay: 0 } satisfies Partial<SignerTimings>
