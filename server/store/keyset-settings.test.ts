import { expect, test } from 'vitest'
import { createKeysetSettings } from './keyset-settings.ts'
import { createSealer } from './sealing.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  temporaryFolder,
  testGuards,
} from './testing/support.ts'

const sealer = createSealer(Buffer.alloc(32, 7))

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const start = () => createKeysetSettings(db, { sealer, guards: testGuards(db), keyset: 1 })
  return { db, settings: start(), restarted: start }
}

test('a new store takes what the environment gives, and an empty variable counts as none', () => {
  const { settings } = setUp()

  expect(settings.effectiveEnv({ GROUP_CRED: 'g', GROUP_NAME: '' })).toEqual({
    GROUP_CRED: { source: 'environment', value: 'g' },
    SHARE_CRED: { source: 'none' },
    GROUP_NAME: { source: 'none' },
    RELAYS: { source: 'none' },
  })
})

test('a saved setting wins over the environment, even after a restart', () => {
  const { settings, restarted } = setUp()

  settings.saveEnv({ SHARE_CRED: 'saved share', GROUP_NAME: 'saved name', RELAYS: undefined })

  for (const each of [settings, restarted()]) {
    expect(each.effectiveEnv({ SHARE_CRED: 'e', GROUP_NAME: 'e', RELAYS: 'e' })).toMatchObject({
      SHARE_CRED: { source: 'saved', value: 'saved share' },
      GROUP_NAME: { source: 'saved', value: 'saved name' },
      RELAYS: { source: 'environment', value: 'e' },
    })
  }
})

test('a deleted key stays deleted after a restart although the environment has it', () => {
  const { settings, restarted } = setUp()
  settings.saveEnv({ SHARE_CRED: 'saved' })

  expect(settings.deleteEnv(['SHARE_CRED', 'GROUP_CRED', 'SHARE_CRED'])).toEqual([
    'SHARE_CRED',
    'GROUP_CRED',
  ])

  expect(restarted().effectiveEnv({ SHARE_CRED: 'e', GROUP_CRED: 'e', RELAYS: 'e' })).toEqual({
    SHARE_CRED: { source: 'deleted' },
    GROUP_CRED: { source: 'deleted' },
    GROUP_NAME: { source: 'none' },
    RELAYS: { source: 'environment', value: 'e' },
  })
})

test('saving a deleted key again brings it back', () => {
  const { settings } = setUp()
  settings.deleteEnv(['GROUP_CRED', 'GROUP_NAME'])

  settings.saveEnv({ GROUP_CRED: 'again' })

  expect(settings.effectiveEnv({ GROUP_CRED: 'e', GROUP_NAME: 'e' })).toMatchObject({
    GROUP_CRED: { source: 'saved', value: 'again' },
    GROUP_NAME: { source: 'deleted' },
  })
})

test('credentials are not in the database in plain text, names and relays are', () => {
  const { db, settings } = setUp()

  settings.saveEnv({ GROUP_CRED: 'g', SHARE_CRED: 's', GROUP_NAME: 'n', RELAYS: 'r' })

  expect(db.prepare('SELECT name, value FROM env_settings ORDER BY name').raw().all()).toEqual([
    ['GROUP_CRED', null],
    ['GROUP_NAME', 'n'],
    ['RELAYS', 'r'],
    ['SHARE_CRED', null],
  ])
})

test('a sealed credential that was moved to another setting is refused', () => {
  const { db, settings } = setUp()
  settings.saveEnv({ GROUP_CRED: 'g', SHARE_CRED: 's' })

  db.exec(`UPDATE env_settings SET sealed =
    (SELECT sealed FROM env_settings WHERE name = 'SHARE_CRED') WHERE name = 'GROUP_CRED'`)

  expect(settings.effectiveEnv({ GROUP_CRED: 'other' })).toMatchObject({
    GROUP_CRED: { source: 'deleted' },
    SHARE_CRED: { source: 'saved', value: 's' },
  })
})

test('a save on a full disk throws, changes nothing, and works once there is room', () => {
  const { db, settings } = setUp()
  settings.saveEnv({ SHARE_CRED: 'old', GROUP_NAME: 'old' })
  const changes = { SHARE_CRED: 'new', GROUP_NAME: 'new', RELAYS: 'r'.repeat(200_000) }
  fillDisk(db)

  expect(() => settings.saveEnv(changes)).toThrow(
    expect.objectContaining({ code: 'FULL', message: expect.stringContaining('The disk is full') }),
  )

  expect(settings.effectiveEnv({})).toMatchObject({
    SHARE_CRED: { value: 'old' },
    GROUP_NAME: { value: 'old' },
    RELAYS: { source: 'none' },
  })
  makeRoom(db)
  settings.saveEnv(changes)
  expect(settings.effectiveEnv({}).SHARE_CRED.value).toBe('new')
})

test('other settings survive a restart, and no other keyset has them', () => {
  const { db, settings, restarted } = setUp()
  const guards = testGuards(db)

  settings.set('protocol', 'of before')
  settings.set('protocol', 'of now')

  expect(restarted().get('protocol')).toBe('of now')
  const other = createKeysetSettings(db, { sealer, guards, keyset: 2 })
  expect([other.get('protocol'), other.isLost('protocol')]).toEqual([undefined, false])
})
