import { afterAll, describe, inject } from 'vitest'
import type { Scope } from '../../support/scope.ts'

/** Skipped if there is no engine; the set-up has said so, or failed where there must be one. */
export const describeWithDocker = describe.skipIf(!inject('hasDocker'))

/** A scope that ends after the last test of the file. To be called while tests are collected. */
export function fileScope(): Scope {
  const ends: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { onTestFinished: (end) => void ends.push(end) }
}
