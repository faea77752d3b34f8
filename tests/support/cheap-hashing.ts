/** The least work that Argon2 can do (RFC 9106, 3.1), for tests of anything but how strong hashes are. */
export const CHEAP_HASHING = {
  password: { memory: 8, passes: 1, parallelism: 1 },
  /** Memory as log2 of KiB. */
  passphrase: { memoryLog2: 3, passes: 1, lanes: 1 },
}
