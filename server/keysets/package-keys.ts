import { freemem } from 'node:os'
import { createWorkQueue } from '#auth/work-queue.ts'
import { packages as texts } from '#contract/codes.ts'
import { UnavailableError } from '#lib/errors.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import type { Kdf } from '#protocol/v2/package-text.ts'

/** Each occupies one of Node's worker threads, which file access needs too, for most of a second. */
const AT_ONCE = 2
const WAITING = 32
/** Argon2id takes 256 MiB and many seconds: with a longer queue, callers would wait for minutes. */
const ARGON2_AT_ONCE = 1
const ARGON2_WAITING = 4

/** What the process may need for other work. Bytes. */
const RESERVED_MEMORY = 32 * 1_024 ** 2

type Argon2 = Extract<Kdf, { name: 'argon2id' }>

/** A small part of a package's work, for an estimate before a package was opened. */
const SAMPLE: Argon2 = { name: 'argon2id', memory: 16_384, passes: 1, parallelism: 1 }

/**
 * Derives the keys of packages from passwords: two at a time and 32 waiting; by Argon2id one at a time and 4
 * waiting.
 *
 * @param options.free memory that this process may still use, in bytes
 * @param options.now milliseconds of a clock for intervals
 */
export function createPackageKeys(
  derive: DeriveKey,
  { free = freeMemory, now }: { free?: () => number; now: () => number },
) {
  const queue = createWorkQueue({ atOnce: AT_ONCE, waiting: WAITING, busy: texts.busy })
  const argon2Queue = createWorkQueue({
    atOnce: ARGON2_AT_ONCE,
    waiting: ARGON2_WAITING,
    busy: texts.busy,
  })
  let estimate: Promise<number> | undefined

  const sample = async (): Promise<number> => {
    const start = now()
    try {
      await derive(new Uint8Array(1), new Uint8Array(16), SAMPLE, 32)
    } catch (error) {
      estimate = undefined
      throw error
    }
    return secondsBy(SAMPLE, now() - start)
  }

  /**
   * Rejects with an UnavailableError if too many are waiting, or if there is not enough memory: the system would
   * end this process or another one.
   */
  const deriveInTurn: DeriveKey = (password, salt, kdf, bytes) => {
    const run = () => queue.run(() => derive(password, salt, kdf, bytes))
    if (kdf.name === 'pbkdf2') return run()
    return argon2Queue.run(async () => {
      refuseWithout(kdf.memory * 1_024, free())
      const start = now()
      const key = await run()
      estimate = Promise.resolve(secondsBy(kdf, now() - start))
      return key
    })
  }

  return {
    derive: deriveInTurn,
    /** Estimated seconds for a package in the current form on this machine, at least 1. */
    seconds: async (): Promise<number> => {
      estimate ??= sample()
      return Math.max(1, Math.round(await estimate))
    },
  }
}

const workOf = (kdf: Kdf): number => (kdf.name === 'argon2id' ? kdf.memory * kdf.passes : 0)

/** Seconds for the current form, if a key took so many milliseconds. */
const secondsBy = (kdf: Argon2, took: number): number =>
  (took / 1_000) * (workOf(PACKAGE_KDFS.current) / workOf(kdf))

function refuseWithout(needed: number, free: number): void {
  if (free >= needed + RESERVED_MEMORY) return
  const [need, have] = [needed, Math.max(0, free - RESERVED_MEMORY)].map((bytes) => bytes >> 20)
  throw new UnavailableError('MEMORY', texts.noMemory(need ?? 0, have ?? 0))
}

/**
 * Bytes that this process may still use: the machine's available memory, or what the control group (the limit of
 * a container) leaves. Only for Linux: other systems free memory on demand.
 */
function freeMemory(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const limit = process.constrainedMemory()
  const left = limit > 0 ? limit - process.memoryUsage.rss() : Number.POSITIVE_INFINITY
  return Math.min(freemem(), left)
}
