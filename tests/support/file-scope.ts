import { afterAll } from 'vitest'
import type { Scope } from './scope.ts'

/**
 * A scope that ends after the last test of the file, or of the describe that it is called in. To be called
 * while tests are collected.
 */
export function fileScope(): Scope {
  const ends: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { onTestFinished: (end) => void ends.push(end) }
}
