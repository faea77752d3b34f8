import { describe, inject } from 'vitest'

/** Skipped if there is no engine; the set-up has said so, or failed where there must be one. */
export const describeWithDocker = describe.skipIf(!inject('hasDocker'))
