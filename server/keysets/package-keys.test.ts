import { expect, test } from 'vitest'
import { packages as texts } from '#contract/codes.ts'
import { UnavailableError } from '#lib/errors.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import type { Kdf } from '#protocol/v2/package-text.ts'
import { createPackageKeys } from './package-keys.ts'

const MIB = 1_024 ** 2
const { current, older } = PACKAGE_KDFS

/** Each derivation ends when the test ends it. */
function setUp({ free = 4_096 * MIB }: { free?: number } = {}) {
  const ends: (() => void)[] = []
  const time = { now: 0 }
  let running = 0
  const seen = { most: 0, begun: 0 }
  const derive: DeriveKey = async (_, __, kdf) => {
    running += 1
    seen.begun += 1
    seen.most = Math.max(seen.most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    return Uint8Array.of(kdf.name === 'argon2id' ? kdf.passes : 0)
  }
  const keys = createPackageKeys(derive, { free: () => free, now: () => time.now })
  const ask = (kdf: Kdf) => keys.derive(new Uint8Array(1), new Uint8Array(16), kdf, 32)
  /** Ends derivations one after the other until all promises are settled. */
  const endAll = async (all: readonly Promise<unknown>[]) => {
    let isDone = false
    const settled = Promise.allSettled(all).then(() => {
      isDone = true
    })
    while (!isDone) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await settled
  }
  return { keys, ask, endAll, ends, seen, time }
}

test('Two keys are derived at a time, and callers get an error when too many wait', async () => {
  const { ask, endAll, seen } = setUp()
  const all = Array.from({ length: 34 }, () => ask(older))
  await expect(ask(older)).rejects.toEqual(new UnavailableError('BUSY', texts.busy))
  await endAll(all)
  expect(seen).toEqual({ most: 2, begun: 34 })
})

test('By Argon2id one key is derived at a time, and four wait', async () => {
  const { ask, endAll, seen } = setUp()
  const all = Array.from({ length: 5 }, () => ask(current))
  await expect(ask(current)).rejects.toEqual(new UnavailableError('BUSY', texts.busy))
  await endAll(all)
  expect(seen).toEqual({ most: 1, begun: 5 })
})

test('A package of the older form does not wait for packages of the current form', async () => {
  const { ask, endAll, ends, seen } = setUp()
  const slow = [ask(current), ask(current)]
  const quick = ask(older)
  expect(seen.begun).toBe(2)
  ends[1]?.()
  await quick
  await endAll(slow)
})

test('A key is not derived without the memory for it; a key that needs less still is', async () => {
  const short = setUp({ free: 287 * MIB })
  await expect(short.ask(current)).rejects.toEqual(
    new UnavailableError('MEMORY', texts.noMemory(256, 255)),
  )
  expect(short.seen.begun).toBe(0)
  const light = { ...current, memory: 65_536 } as Kdf
  await short.endAll([short.ask(light)])
  expect(short.seen.begun).toBe(1)

  const enough = setUp({ free: 288 * MIB })
  await enough.endAll([enough.ask(current)])
  expect(enough.seen.begun).toBe(1)
})

test('How long a package takes is estimated once, by a 64th of its work', async () => {
  const { keys, endAll, seen, time } = setUp()
  const first = keys.seconds()
  time.now = 160
  await endAll([first])
  expect(await first).toBe(10)
  expect(await keys.seconds()).toBe(10)
  expect(seen.begun).toBe(1)
})

test('The estimate follows the last package that was opened or made', async () => {
  const { ask, keys, endAll, seen, time } = setUp()
  const key = ask(current)
  time.now = 14_000
  await endAll([key])
  expect(await keys.seconds()).toBe(14)
  const lighter = ask({ ...current, memory: 65_536, passes: 3 } as Kdf)
  time.now += 3_000
  await endAll([lighter])
  expect(await keys.seconds()).toBe(16)
  expect(seen.begun).toBe(2)
})

test('The estimate is made again after it has failed', async () => {
  const failures = [new Error('no memory')]
  const derive: DeriveKey = async () => {
    const failure = failures.pop()
    if (failure !== undefined) throw failure
    return new Uint8Array(32)
  }
  const keys = createPackageKeys(derive, { now: () => 0 })
  await expect(keys.seconds()).rejects.toThrow('no memory')
  expect(await keys.seconds()).toBe(1)
})
