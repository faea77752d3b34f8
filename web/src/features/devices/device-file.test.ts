import { expect, test } from 'vitest'
import { vectors } from '#tests/support/v2-vectors.ts'
import { readPasted } from '../setup/configure/pasted.ts'
import { deviceFile } from './device-file.ts'

const keyset = { group: 'Family & friends', members: 3, npub: `npub1${'q'.repeat(58)}` }
const { text } = vectors.packages.bfonboard

test('an invitation is in a file that is named after its keyset, its share and its device', () => {
  const nameOf = (name: string) => deviceFile(keyset, { index: 2, name, text }).name

  expect(nameOf("Olga's laptop")).toBe('family-friends-invitation-2-olga-s-laptop.txt')
  expect(nameOf('../..')).toBe('family-friends-invitation-2.txt')
})

test('the file of an invitation says which device it is for, and another Floe reads it', () => {
  const { content } = deviceFile(keyset, { index: 2, name: 'Laptop', text })

  expect(content).toContain('# Keyset "Family & friends", share 2 of 3, for Laptop.')
  expect(readPasted(content, 'share')).toMatchObject({ share: text })
})
