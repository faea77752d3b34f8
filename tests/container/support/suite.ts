import { describe, inject, it } from 'vitest'

const hasNone = !inject('hasDocker')

/** Skipped without an engine, of which the set-up warns; in CI the set-up fails. */
export const describeWithDocker = describe.skipIf(hasNone)
export const itWithDocker = it.skipIf(hasNone)
