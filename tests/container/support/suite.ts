import { describe, inject } from 'vitest'

/** Skipped without an engine, of which the set-up warns; in CI the set-up fails. */
export const describeWithDocker = describe.skipIf(!inject('hasDocker'))
