import { freemem } from 'node:os'
import { createWorkQueue } from '#auth/work-queue.ts'
import { packages as texts } from '#contract/messages.ts'
import { UnavailableError } from '#lib/errors.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import type { Kdf } from '#protocol/v2/package-text.ts'

/** Each takes one of Node's threads, which files and the database need, for most of a second. */
const AT_ONCE = 2
const WAITING = 32
/** By Argon2id each takes 256 MiB and many seconds as well: whoever comes later would wait for minutes. */
const ARGON2_AT_ONCE = 1
const ARGON2_WAITING = 4

/** What else this process may need meanwhile. Bytes. */
const SPARE_MEMORY = 32 * 1_024 ** 2

type Argon2 = Extract<Kdf, { name: 'argon2id' }>

/** A small part of the work that a package is, by which its time is estimated before there was one. */
const SAMPLE: Argon2 = { name: 'argon2id', memory: 16_384, passes: 1, parallelism: 1 }

export interface PackageKeys {
  /**
   * Rejects with an UnavailableError when too many wait, or when a package would take more memory than there is:
   * others would be ended for it, or this process itself.
   */
  derive: DeriveKey
  /** About how many seconds a package in today's form takes on this machine, 1 or more: as long as the last one. */
  seconds(): Promise<number>
}

/**
 * Derives the keys of packages from their passwords: two at a time with at most 32 waiting, and of those
 * by Argon2id one with at most 4 waiting.
 *
 * @param options.free how much memory this process may still take, in bytes
 * @param options.now for intervals, in milliseconds
 */
export function createPackageKeys(
  derive: DeriveKey,
  { free = freeMemory, now }: { free?: () => number; now: () => number },
): PackageKeys {
  const queue = createWorkQueue({ atOnce: AT_ONCE, waiting: WAITING, busy: texts.busy })
  const argon2Queue = createWorkQueue({
    atOnce: ARGON2_AT_ONCE,
    waiting: ARGON2_WAITING,
    busy: texts.busy,
  })
  let estimate: Promise<number> | undefined

  const sample = async (): Promise<number> => {
    const start = now()
    await derive(new Uint8Array(1), new Uint8Array(16), SAMPLE, 32)
    return secondsBy(SAMPLE, now() - start)
  }

  return {
    derive: (password, salt, kdf, bytes) => {
      const run = () => queue.run(() => derive(password, salt, kdf, bytes))
      if (kdf.name === 'pbkdf2') return run()
      return argon2Queue.run(async () => {
        refuseWithout(kdf.memory * 1_024, free())
        const start = now()
        const key = await run()
        estimate = Promise.resolve(secondsBy(kdf, now() - start))
        return key
      })
    },
    seconds: async () => {
      estimate ??= sample()
      return Math.max(1, Math.round(await estimate))
    },
  }
}

const workOf = (kdf: Kdf): number => (kdf.name === 'argon2id' ? kdf.memory * kdf.passes : 0)

/** How long today's form takes if a key has taken so many milliseconds. */
const secondsBy = (kdf: Argon2, took: number): number =>
  (took / 1_000) * (workOf(PACKAGE_KDFS.current) / workOf(kdf))

function refuseWithout(needed: number, free: number): void {
  if (free >= needed + SPARE_MEMORY) return
  const [need, have] = [needed, Math.max(0, free - SPARE_MEMORY)].map((bytes) => bytes >> 20)
  throw new UnavailableError('MEMORY', texts.noMemory(need ?? 0, have ?? 0))
}

/**
 * Bytes that this process may still take: what the machine has available, and what its control group (a
 * container's limit) leaves. Elsewhere than on Linux the free memory says little, as the system makes room.
 */
function freeMemory(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const limit = process.constrainedMemory()
  const left = limit > 0 ? limit - process.memoryUsage.rss() : Number.POSITIVE_INFINITY
  return Math.min(freemem(), left)
}
