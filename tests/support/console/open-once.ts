import { afterAll } from 'vitest'
import type { Scope } from '../scope.ts'

/**
 * Shares something that is slow to open between the tests of a describe. It is opened for the first test that
 * asks, closed after the last, and opened again after a test that failed. Called in the describe; each test
 * calls what this returns.
 *
 * @param open opens it; what it gives to its scope ends when it is closed
 * @param back removes what the test before may have left; not needed if tests leave nothing
 */
export function openOnce<T>(
  open: (scope: Scope) => Promise<T>,
  back: (opened: T) => Promise<void> = async () => {},
): (test: Scope) => Promise<T> {
  let current: ({ opened: Promise<T> } & Ends) | undefined
  const close = async () => {
    const closing = current
    current = undefined
    await closing?.close()
    return closing
  }
  afterAll(async () => {
    await close()
  })
  return async (test) => {
    test.onTestFinished(() => current?.check())
    test.onTestFailed?.(async () => {
      await (await close())?.failed()
    })
    if (current !== undefined) {
      const opened = await current.opened
      await back(opened)
      return opened
    }
    const { scope, ...ends } = collected()
    current = { opened: open(scope), ...ends }
    return current.opened
  }
}

interface Ends {
  check(): void
  close(): Promise<void>
  failed(): Promise<void>
}

/** A scope that is closed by hand. */
function collected(): Ends & { scope: Scope } {
  const ends: (() => void | Promise<void>)[] = []
  const tells: (() => void | Promise<void>)[] = []
  const checks: (() => void)[] = []
  const scope: Scope = {
    onTestFinished: (end) => void ends.push(end),
    onTestFailed: (tell) => void tells.push(tell),
    onEachFinished: (check) => void checks.push(check),
  }
  const check = () => {
    for (const one of checks) one()
  }
  const close = async () => {
    const errors: unknown[] = []
    for (const end of ends.reverse()) {
      try {
        await end()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
  const failed = async () => {
    for (const tell of tells) await tell()
  }
  return { scope, check, close, failed }
}
