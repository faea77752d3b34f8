import { type DeriveKey, deriveKeyInThread } from '../../server/frostr/gen2/package-cipher.ts'

/** The least work that Argon2 can do (RFC 9106, 3.1), for tests of anything but how strong hashes are. */
export const CHEAP_HASHING = {
  password: { memory: 8, passes: 1, parallelism: 1 },
  /** Memory as log2 of KiB. */
  passphrase: { memoryLog2: 3, passes: 1, lanes: 1 },
}

/** Makes keys of packages that nobody else opens, in one pass where all others take 600,000. */
export const quickPackageKey: DeriveKey = (password, salt, _, bytes) =>
  deriveKeyInThread(password, salt, 1, bytes)

/** For a server whose packages this test alone makes and opens. */
export const QUICK_PACKAGES = { ...CHEAP_HASHING, packageKey: quickPackageKey }
