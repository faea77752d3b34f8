import {
  type DeriveKey,
  deriveKeyInThread,
  PACKAGE_KDFS,
  type SealingKey,
} from '#protocol/v2/package-cipher.ts'
import type { Kdf } from '#protocol/v2/package-text.ts'

/** The least work that Argon2 can do (RFC 9106, 3.1), for all tests except those of the strength of hashes. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 }
const LEAST_KDFS: Record<Kdf['name'], Kdf> = {
  argon2id: { name: 'argon2id', ...LEAST },
  pbkdf2: { name: 'pbkdf2', iterations: 1 },
}

/** Derives keys of packages in today's form with the least work, so only tests can open them; all others as usual. */
export const cheapPackageKey: DeriveKey = (password, salt, kdf, bytes) => {
  const isToday = JSON.stringify(kdf) === JSON.stringify(PACKAGE_KDFS.current)
  return deriveKeyInThread(password, salt, isToday ? LEAST_KDFS.argon2id : kdf, bytes)
}

/** Derives keys of packages in any form with the least work, so only tests can open them. */
export const quickPackageKey: DeriveKey = (password, salt, { name }, bytes) =>
  deriveKeyInThread(password, salt, LEAST_KDFS[name], bytes)

export const CHEAP_HASHING = {
  password: LEAST,
  /** Memory as log2 of KiB. */
  passphrase: { memoryLog2: 3, passes: 1, lanes: 1 },
  packageKey: cheapPackageKey,
}

/** For a server whose packages only this test makes and opens. */
export const QUICK_PACKAGES = { ...CHEAP_HASHING, packageKey: quickPackageKey }

/** Seals packages that servers with `CHEAP_HASHING` open. */
export const cheapSealing = (password: string): SealingKey => ({
  password,
  deriveKey: cheapPackageKey,
  kdf: PACKAGE_KDFS.current,
})
