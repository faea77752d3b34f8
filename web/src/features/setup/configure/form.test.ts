import { describe, expect, it } from 'vitest'
import { DEFAULT_CONSOLE_RELAY } from '#web/lib/limits.ts'
import { isChanged, updateOf, valuesOf, withChanges, withOpened, withSaved } from './form.ts'

const saved = {
  SHARE_CRED: 'bfshare1a',
  GROUP_CRED: 'bfgroup1a',
  GROUP_NAME: 'Main',
  RELAYS: '["wss://one.example.com","wss://two.example.com"]',
}

describe('the form', () => {
  it('begins empty, with the one relay of the console, where nothing is saved', () => {
    expect(valuesOf({})).toEqual({
      name: '',
      share: '',
      group: '',
      relays: [DEFAULT_CONSOLE_RELAY],
      policies: [],
    })
  })

  it('begins with what is saved', () => {
    expect(valuesOf(saved)).toEqual({
      name: 'Main',
      share: 'bfshare1a',
      group: 'bfgroup1a',
      relays: ['wss://one.example.com', 'wss://two.example.com'],
      policies: [],
    })
  })

  it("gives a signer without a name the console's own name for it", () => {
    expect(valuesOf({ ...saved, GROUP_NAME: '' }).name).toBe('Saved Share')
  })

  it.each([
    ['nothing', {}, false],
    ['space around a name', { name: ' Main ' }, false],
    ['a name', { name: 'Other' }, true],
    ['a share', { share: 'bfshare1b' }, true],
    ['a group', { group: 'bfgroup1b' }, true],
    ['the order of the relays', { relays: valuesOf(saved).relays.toReversed() }, true],
  ])('tells whether %s was changed', (_, change, changed) => {
    expect(isChanged({ ...valuesOf(saved), ...change }, saved)).toBe(changed)
  })

  it('saves the default relay where none are saved', () => {
    const values = { ...valuesOf({}), name: ' Main ', share: ' bfshare1a\n', group: 'bfgroup1a' }
    expect(updateOf(values, {})).toEqual({
      SHARE_CRED: 'bfshare1a',
      GROUP_CRED: 'bfgroup1a',
      GROUP_NAME: 'Main',
      RELAYS: JSON.stringify([DEFAULT_CONSOLE_RELAY]),
    })
  })

  it('leaves the saved relays alone when only the credentials change', () => {
    const values = { ...valuesOf(saved), share: 'bfshare1b' }
    expect(updateOf(values, saved)).not.toHaveProperty('RELAYS')
  })

  it('saves the relays that were chosen here', () => {
    const values = { ...valuesOf(saved), relays: ['wss://three.example.com'] }
    expect(updateOf(values, saved).RELAYS).toBe('["wss://three.example.com"]')
  })
})

describe('what others have saved or cleared meanwhile', () => {
  const other = { SHARE_CRED: 'bfshare1b', GROUP_CRED: 'bfgroup1b', GROUP_NAME: 'Other' }

  it('is in every field that nobody has changed here, and in no other', () => {
    const typed = { ...valuesOf(saved), name: 'Typed' }
    expect(withSaved(typed, saved, {})).toEqual({ ...valuesOf({}), name: 'Typed' })
    expect(withSaved(typed, saved, other)).toEqual({ ...valuesOf(other), name: 'Typed' })
    expect(withSaved(valuesOf(saved), saved, other)).toEqual(valuesOf(other))
    const pasted = { ...valuesOf(saved), share: 'bfshare1c', relays: ['wss://mine.example.com'] }
    expect(withSaved(pasted, saved, {})).toEqual({
      ...valuesOf({}),
      ...{ share: 'bfshare1c', relays: ['wss://mine.example.com'] },
    })
  })
})

describe('what was opened', () => {
  const opened = {
    shareCredential: '{"idx":2}',
    groupCredential: '{"group_name":"Family"}',
    name: 'Family',
    relays: ['wss://opened.example.com'],
  }
  const { name: _, ...rest } = valuesOf({})

  it('fills the form of a new signer', () => {
    expect(withOpened(valuesOf({}), opened, {})).toEqual({
      name: 'Family',
      share: '{"idx":2}',
      group: '{"group_name":"Family"}',
      relays: ['wss://opened.example.com'],
      policies: [],
    })
  })

  it('brings its policies along, until share or group change', () => {
    const policies = [{ pubkey: 'ab'.repeat(32), allowSend: false, allowReceive: true }]
    const env = { SHARE_CRED: '{"idx":2}', GROUP_CRED: '{"group_name":"Family"}' }
    const saved = { ...env, GROUP_NAME: 'Family', RELAYS: '["wss://opened.example.com"]' }
    const filled = withOpened(valuesOf(saved), { ...opened, policies }, saved)
    expect([updateOf(filled, saved).policies, isChanged(filled, saved)]).toEqual([policies, true])
    const renamed = withChanges(filled, { name: 'Mine', relays: [] })
    expect(updateOf(renamed, saved).policies).toEqual(policies)
    for (const change of [{ share: '{"idx":3}' }, { group: 'bfgroup1a' }]) {
      expect(updateOf(withChanges(filled, change), saved)).not.toHaveProperty('policies')
    }
    const again = withOpened(filled, opened, saved)
    expect(updateOf(again, saved)).not.toHaveProperty('policies')
  })

  it.each([
    ['in place of the name that is saved', 'Main', saved, 'Family'],
    ['and leaves a name that somebody has typed', 'Mine', {}, 'Mine'],
  ])('brings its name %s', (_, typed, env, name) => {
    expect(withOpened({ ...rest, name: typed }, opened, env).name).toBe(name)
  })

  it('leaves the chosen relays if it names none', () => {
    const { relays } = valuesOf(saved)
    expect(withOpened(valuesOf(saved), { ...opened, relays: [] }, saved).relays).toEqual(relays)
  })
})
