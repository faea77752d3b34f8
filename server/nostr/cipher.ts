/** A cipher of nostr between two keys; both sides derive its key from the point that they share. */
export interface Cipher {
  /** What is wrong with a plaintext that can't be encrypted, in words; null when nothing is. */
  plaintextProblem(plaintext: string): string | null
  /** What is wrong with a payload that no key could decrypt, in words; null when nothing is. */
  payloadProblem(payload: string): string | null
  /**
   * The key between the two, 32 bytes: a secret.
   *
   * @param sharedX x coordinate of the shared point, 32 bytes, hex
   */
  conversationKey(sharedX: string): Uint8Array
  /**
   * @param random what the payload is made unlike any other with; fresh for each
   * @throws when the plaintext has a problem
   */
  encrypt(plaintext: string, key: Uint8Array, random?: Uint8Array): string
  /** Null when the payload is not of this key, or was changed on the way. */
  decrypt(payload: string, key: Uint8Array): string | null
}
