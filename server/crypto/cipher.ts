/** A nostr cipher between two keys; both sides derive its key from the point that they share. */
export interface Cipher {
  /**
   * Why a plaintext can't be encrypted, in words; null when it can.
   *
   * @param isLongAllowed also what older readers of the cipher could not decrypt
   */
  plaintextProblem(plaintext: string, isLongAllowed?: boolean): string | null
  /** Why no key could decrypt a payload, in words; null when one could. */
  payloadProblem(payload: string): string | null
  /**
   * The key between the two, 32 bytes: a secret.
   *
   * @param sharedX x coordinate of the shared point, 32 bytes, hex
   */
  conversationKey(sharedX: string): Uint8Array
  /**
   * @param random makes the payload unlike any other; fresh for each
   * @throws when the plaintext has a problem
   */
  encrypt(plaintext: string, key: Uint8Array, random?: Uint8Array): string
  /** Characters of the payload of a plaintext of so many bytes. */
  payloadChars(bytes: number): number
  /** Null when the payload is not for this key, or was changed on the way. */
  decrypt(payload: string, key: Uint8Array): string | null
}
