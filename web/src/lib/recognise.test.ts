import { nprofileEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, it } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { vectors } from '#tests/support/v2-vectors.ts'
import { nsecIn, recognise } from './recognise.ts'

const secret = generateSecretKey()
const nsec = nsecEncode(secret)
const pubkey = getPublicKey(secret)
const { packages } = vectors

describe('what was put into the wrong place', () => {
  it.each([
    ['a whole key', ` ${nsec}\n`, 'nsec'],
    ['a whole key beside its address', `npub: ${npubEncode(pubkey)} nsec: ${nsec}`, 'nsec'],
    ['a whole key in capitals', nsec.toUpperCase(), 'nsec'],
    ['an address', npubEncode(pubkey), 'npub'],
    ['an address for nostr:', `nostr:${npubEncode(pubkey)}`, 'npub'],
    ['an address with relays', nprofileEncode({ pubkey }), 'npub'],
    ["an app's link", `nostrconnect://${pubkey}?relay=wss%3A%2F%2Fr.example`, 'app'],
    ["another signer's link", `bunker://${pubkey}?secret=abc`, 'app'],
    ['an invitation', packages.bfonboard.text, 'invitation'],
  ] as const)('is recognised when it is %s', (_, text, is) => {
    expect(recognise(text)).toBe(is)
  })

  const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
  it.each([
    ['', 'nothing'],
    ['Main identity', 'a name'],
    ['nsec1', 'the beginning of a key'],
    ['npub', 'a word'],
    ['bfonboard1', 'the beginning of an invitation'],
    [shareCredentials[0] ?? '', 'a share'],
    [groupCredential, 'a group credential'],
    [packages.bfshare.text, 'an encrypted share'],
    [packages.bfprofile.text, 'a profile'],
  ])('is not recognised in %.12s: %s', (text) => {
    expect(recognise(text)).toBeNull()
  })

  it('is read as the key alone, whatever stands around it', () => {
    expect(nsecIn(`my key: ${nsec}.`)).toBe(nsec)
  })
})
