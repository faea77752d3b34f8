import { expect, test } from 'vitest'
import { PROFILE_NAME_MAX } from '#contract/limits.ts'
import type { Profiles, StoredProfile } from '#store/profiles.ts'
import { until } from '../../tests/support/until.ts'
import { PROFILE_REFRESH_INTERVAL, PROFILE_RETRY_INTERVAL } from './limits.ts'
import { createProfile, type Picture, readProfile } from './profile.ts'

const ANNA = 'aa'.repeat(32)
const BEN = 'bb'.repeat(32)
const PICTURE: Picture = { type: 'image/png', bytes: Buffer.from('a picture') }

function table(): Profiles & { rows: Map<string, StoredProfile> } {
  const rows = new Map<string, StoredProfile>()
  return {
    rows,
    get: (pubkey) => rows.get(pubkey),
    set: (pubkey, profile) => {
      rows.clear()
      rows.set(pubkey, profile)
    },
    remove: () => rows.clear(),
  }
}

function setUp() {
  const world = {
    ...{ now: 1_000_000_000_000, key: ANNA as string | null, asked: 0, fetched: [] as string[] },
    content: '{"name":"Anna","picture":"https://a.example/1"}' as string | null,
    ...{ createdAt: 1_700_000_000, picture: PICTURE as Picture | null },
  }
  const kept = table()
  const profile = createProfile({
    kept,
    pubkey: () => world.key,
    currentEvents: {
      find: async () => {
        world.asked += 1
        if (world.content === null) return 'none'
        return { kind: 0, created_at: world.createdAt, tags: [], content: world.content }
      },
    },
    fetchPicture: async (url) => {
      world.fetched.push(url)
      return world.picture
    },
    onError: (error) => {
      throw error
    },
    now: () => world.now,
  })
  const looked = () => until(() => profile.view().fetchedAt === new Date(world.now).toISOString())
  return { world, kept, profile, looked }
}

test('The profile is searched only while the owner has enabled it', async () => {
  const { world, kept, profile, looked } = setUp()
  expect(profile.view()).toEqual({ enabled: false, hasPicture: false })
  expect(world.asked).toBe(0)

  profile.enable(true)
  await looked()
  expect(profile.view()).toMatchObject({ enabled: true, name: 'Anna', hasPicture: true })
  expect(profile.picture()).toEqual(PICTURE)

  profile.enable(false)
  world.now += PROFILE_REFRESH_INTERVAL
  expect(profile.view()).toEqual({ enabled: false, hasPicture: false })
  expect(profile.picture()).toBeNull()
  expect(kept.rows.size).toBe(0)
  expect(world.asked).toBe(1)
})

test('A profile is searched again only after some hours', async () => {
  const { world, profile, looked } = setUp()
  profile.enable(true)
  await looked()
  world.now += PROFILE_REFRESH_INTERVAL - 1
  profile.view()
  expect(world.asked).toBe(1)

  world.now += 1
  world.content = '{"name":"Anna K."}'
  world.createdAt += 1
  await looked()
  expect(world.asked).toBe(2)
  expect(profile.view()).toMatchObject({ name: 'Anna K.', hasPicture: false })
})

test('The stored profile stays while relays are away or have an older one, or the picture can’t be fetched', async () => {
  const { world, profile, looked } = setUp()
  profile.enable(true)
  await looked()
  const changes: (() => void)[] = [
    () => {
      world.content = null
    },
    () => {
      world.content = '{"name":"Older"}'
      world.createdAt -= 1
    },
    () => {
      world.picture = null
    },
  ]
  for (const change of changes) {
    change()
    world.now += PROFILE_REFRESH_INTERVAL
    await looked()
    expect(profile.view()).toMatchObject({ name: 'Anna', hasPicture: true })
  }
})

test('The old picture is dropped when the profile names another one, even if that can’t be fetched', async () => {
  const { world, profile, looked } = setUp()
  profile.enable(true)
  await looked()
  world.content = '{"name":"Anna","picture":"https://a.example/2"}'
  world.picture = null
  world.now += PROFILE_REFRESH_INTERVAL
  await looked()
  expect(world.fetched).toEqual(['https://a.example/1', 'https://a.example/2'])
  expect(profile.view().hasPicture).toBe(false)
})

test('Enabling the profile of one identity enables no other', async () => {
  const { world, profile, looked } = setUp()
  profile.enable(true)
  await looked()
  world.key = BEN
  expect(profile.view()).toEqual({ enabled: false, hasPicture: false })
  world.key = null
  profile.enable(true)
  expect(profile.view()).toEqual({ enabled: false, hasPicture: false })
  expect(world.asked).toBe(1)
})

test('A profile that is found after the owner has disabled it is dropped', async () => {
  const { world, kept, profile } = setUp()
  profile.enable(true)
  profile.enable(false)
  await profile.stop()
  expect(world.asked).toBe(1)
  expect(kept.rows.size).toBe(0)
  expect(PROFILE_RETRY_INTERVAL).toBeLessThan(PROFILE_REFRESH_INTERVAL)
})

const read = (content: unknown) => readProfile(JSON.stringify(content))

test('The display name is preferred, on one line', () => {
  expect(
    read({ name: 'anna', display_name: ' Anna\n K. ', picture: 'https://a.example/p' }),
  ).toEqual({
    name: 'Anna K.',
    picture: 'https://a.example/p',
  })
  expect(read({ name: 'anna', display_name: '  ' })).toEqual({ name: 'anna', picture: null })
})

test.each(['', 'null', '[]', '7', '"Anna"', '{', '{"name":7,"picture":{}}', '{"name":null}'])(
  'Content that is no profile has neither name nor picture: %s',
  (content) => {
    expect(readProfile(content)).toEqual({ name: null, picture: null })
  },
)

test.each([
  ['long', 'x'.repeat(1_000_000)],
  ['turned around', '\u202e'.repeat(64)],
  ['stacked', `a${'\u0300'.repeat(1_000)}`],
  ['of astral characters', '🦊'.repeat(1_000)],
  ['of null characters', '\u0000'.repeat(1_000)],
])('A name that is %s is cut, and safe to show', (_, name) => {
  const shown = read({ name }).name ?? ''
  expect([...shown].length).toBeLessThanOrEqual(PROFILE_NAME_MAX)
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(shown).not.toMatch(/\p{M}{5}/u)
})
