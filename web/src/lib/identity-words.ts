// Brings a list of 2,048 words with it: import this file lazily.

import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Hashed before the key, so that these words mean nothing anywhere else. */
const LABEL = new TextEncoder().encode('floe/identity-words/1')
const WORDS = 4
/** 2,048 words. */
const WORD_BITS = 11

/**
 * Four words to know an identity by: the first 44 bits of SHA-256(label ‖ x-only key, 32 bytes), most
 * significant first, in BIP-39's English list. Enough to see at a glance that two differ; somebody
 * who can try 2^44 keys finds another with the same words, so the npub decides.
 *
 * @param npub NIP-19; throws when it is not one
 */
export function identityWords(npub: string): string[] {
  const { prefix, bytes } = bech32.decodeToBytes(npub)
  if (prefix !== 'npub' || bytes.length !== 32) throw new Error('no npub')
  // Pages over plain HTTP have no crypto.subtle.
  const digest = sha256(Uint8Array.of(...LABEL, ...bytes))
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: WORDS }, (_, at) => {
    const word = bits.slice(at * WORD_BITS, (at + 1) * WORD_BITS)
    return wordlist[Number.parseInt(word, 2)] ?? ''
  })
}
