import { expect, test } from 'vitest'
import { packages } from '../contract/messages.ts'
import { AuthError } from './errors.ts'
import { createPackageKeys } from './package-keys.ts'

test('Two keys are derived at a time, and callers are told when too many wait', async () => {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const derive = createPackageKeys(async (key: number) => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    return key
  })
  const keys = Array.from({ length: 34 }, (_, key) => derive(key))
  await expect(derive(34)).rejects.toEqual(new AuthError('BUSY', packages.busy))
  let done = false
  const all = Promise.all(keys).then((derived) => {
    done = true
    return derived
  })
  while (!done) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await all).toEqual(Array.from({ length: 34 }, (_, key) => key))
  expect(most).toBe(2)
})
