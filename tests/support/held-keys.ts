import { ARGON2_MEMORY_KIB_MIN } from '#protocol/limits.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { until } from './until.ts'

/** A key derivation for packages that ends only when the test wants, and counts of what began. */
export function heldKeys() {
  const ends: (() => void)[] = []
  const seen = { begun: 0, running: 0, most: 0 }
  const packageKey: DeriveKey = async (_, __, kdf, bytes) => {
    // The sample that measures how long a derivation takes.
    if (kdf.name === 'argon2id' && kdf.memory < ARGON2_MEMORY_KIB_MIN) return new Uint8Array(bytes)
    seen.begun += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.running -= 1
    return new Uint8Array(bytes)
  }
  /** Ends one derivation after the other until all these calls are answered. */
  const endAll = async (calls: readonly Promise<unknown>[]) => {
    let isDone = false
    void Promise.all(calls).finally(() => {
      isDone = true
    })
    await until(() => {
      ends.shift()?.()
      return isDone
    })
  }
  return { packageKey, seen, ends, endAll }
}
