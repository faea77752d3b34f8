import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { vectors } from '#tests/support/v2-vectors.ts'
import { readPasted } from '../configure/pasted.ts'
import { deviceFile, oldShareFile, packageFile, profileFile } from './package-file.ts'

const packages = [
  { index: 2, pubkey: '02', package: 'bfonboard1two', password: 'a secret word' },
  { index: 3, pubkey: '03', package: 'bfonboard1three', password: 'another word' },
] as const
const dealt = { name: 'Family & friends', npub: 'npub1family', packages: [...packages] }

it('holds the invitation alone on a line, whom it is for, and no password', () => {
  const { name, content } = packageFile(dealt, packages[0])
  expect(name).toBe('family-friends-invitation-2.txt')
  expect(content.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
    'bfonboard1two',
  ])
  expect(content).toContain('invitation for device 2 of 3')
  expect(content).toContain('npub1family')
  expect(content).not.toMatch(/a secret word|another word|bfonboard1three/)
})

it('holds a package for an app alone on a line, and neither the share alone nor the password', () => {
  const sealed = { npub: 'npub1family', index: 2, pubkey: '02', bfprofile: 'bfprofile1two' }
  const more = { bfshare: 'bfshare1two', password: 'a secret word' }
  const { name, content } = profileFile('Family & friends', { ...sealed, ...more })
  expect(name).toBe('family-friends-package-2.txt')
  expect(content.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
    'bfprofile1two',
  ])
  expect(content).toContain('package for device 2')
  expect(content).toContain('npub1family')
  expect(content).not.toMatch(/a secret word|bfshare1two/)
})

it('holds the old share and its group as an environment that a signer reads', () => {
  const old = { shareCredential: 'bfshare1old', groupCredential: 'bfgroup1old' }
  const { name, content } = oldShareFile('Family & friends', 'npub1family', old)
  expect(name).toBe('family-friends-old-share.txt')
  expect(parseEnv(content)).toEqual({ SHARE_CRED: 'bfshare1old', GROUP_CRED: 'bfgroup1old' })
  expect(content).toContain('npub1family')
})

const family = { group: 'Family & friends', members: 3, npub: `npub1${'q'.repeat(58)}` }
const { text } = vectors.packages.bfonboard

it('an invitation is in a file that is named after its keyset, its share and its device', () => {
  const nameOf = (name: string) => deviceFile(family, { index: 2, name, text }).name

  expect(nameOf("Olga's laptop")).toBe('family-friends-invitation-2-olga-s-laptop.txt')
  expect(nameOf('../..')).toBe('family-friends-invitation-2.txt')
})

it('the file of an invitation says which device it is for, and another Floe reads it', () => {
  const { content } = deviceFile(family, { index: 2, name: 'Laptop', text })

  expect(content).toContain('# Keyset "Family & friends", share 2 of 3, for Laptop.')
  expect(readPasted(content, 'share')).toMatchObject({ share: text })
})
