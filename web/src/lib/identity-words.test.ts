import { createHash } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { describe, expect, it } from 'vitest'
import { identityWords } from './identity-words.ts'

describe('the four words of an identity', () => {
  it.each([
    // Computed by another program, in another language.
    [
      'npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d',
      ['into', 'write', 'else', 'alley'],
    ],
    [
      'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg',
      ['defense', 'idle', 'come', 'knock'],
    ],
  ])('are the same everywhere: %s', (npub, words) => {
    expect(identityWords(npub)).toEqual(words)
  })

  it('are the first 44 bits of the hash of label and key, in eleven each', () => {
    for (let n = 0; n < 200; n += 1) {
      const key = createHash('sha256').update(`key ${n}`).digest()
      const digest = createHash('sha256').update('floe/identity-words/1').update(key).digest()
      const bits = BigInt(`0x${digest.subarray(0, 6).toString('hex')}`) >> 4n
      const words = [33n, 22n, 11n, 0n].map((at) => wordlist[Number((bits >> at) & 2047n)])
      expect(identityWords(npubEncode(key.toString('hex')))).toEqual(words)
    }
  })

  it('are made only from an npub', () => {
    const nsec = nsecEncode(new Uint8Array(32).fill(1))
    expect(() => identityWords(nsec)).toThrow('no npub')
    expect(() => identityWords('npub1')).toThrow()
  })
})
