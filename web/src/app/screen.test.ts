import { expect, it } from 'vitest'
import { entryOf, type Screen, stored } from './screen.ts'

const SIGNER: Screen = { at: 'main', tab: 'signer' }

it.each<Screen>([
  { at: 'configure' },
  { at: 'configure', way: 'join' },
  { at: 'moving' },
  { at: 'devices' },
  { at: 'main', tab: 'activity' },
  { at: 'device', pubkey: '02ab' },
  { at: 'app', id: '7' },
  { at: 'settings' },
  { at: 'settings', section: 'relays' },
])('finds a screen again that it has stored: %j', (screen) => {
  const entry = { screen, depth: 3, from: SIGNER }
  expect(entryOf(structuredClone(stored(entry)))).toEqual(entry)
})

it('stores no link of an app, which holds a secret', () => {
  const link = 'nostrconnect://x?secret=s'
  const entry = stored({ screen: { at: 'main', tab: 'apps', link }, depth: 0 })
  expect(JSON.stringify(entry)).not.toContain('secret')
  expect(entryOf(entry)?.screen).toEqual({ at: 'main', tab: 'apps' })
})

it.each([
  [null],
  ['main'],
  [{}],
  [{ screen: SIGNER }],
  [{ screen: { at: 'main', tab: 'nowhere' }, depth: 0 }],
  [{ screen: { at: 'elsewhere' }, depth: 0 }],
  [{ screen: { at: 'device' }, depth: 0 }],
  [{ screen: { at: 'app', id: 7 }, depth: 0 }],
])('ignores a state of the history that is not its own: %j', (state) => {
  expect(entryOf(state)).toBeNull()
})
