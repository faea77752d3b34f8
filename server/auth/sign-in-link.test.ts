import { expect, test } from 'vitest'
import { changeGuarded } from '#store/outside.ts'
import { createSignInTokens } from '#store/sign-in-tokens.ts'
import { recordingLog } from '#store/testing/support.ts'
import { createSignInToken, takeSignInToken } from './sign-in-link.ts'
import { MINUTE, openTestStore, START, temporaryFolder } from './testing/support.ts'

function setUp() {
  const folder = temporaryFolder()
  const clock = { now: START }
  const { signInTokens } = openTestStore(folder)
  const now = () => clock.now
  return {
    folder,
    clock,
    now,
    create: () => createSignInToken(signInTokens, now),
    take: (token: string) => takeSignInToken(signInTokens, token, now),
  }
}

test('a token of 256 bits signs in once', () => {
  const { create, take } = setUp()
  const token = create()

  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(take('A'.repeat(43))).toBe(false)
  expect(take(token)).toBe(true)
  expect(take(token)).toBe(false)
})

test('a token is valid for ten minutes', () => {
  const { create, take, clock } = setUp()
  const [early, late] = [create(), create()]

  clock.now += 10 * MINUTE - 1
  expect(take(early)).toBe(true)
  clock.now += 1
  expect(take(late)).toBe(false)
})

test('anything but a token is not even looked up', () => {
  const unasked = {
    take: () => {
      throw new Error('looked up')
    },
  }

  for (const text of ['', 'x', 'a'.repeat(1_000_000), "' OR 1=1 --"]) {
    expect(takeSignInToken(unasked, text, () => START)).toBe(false)
  }
})

test('a token made by a command beside the server signs in once', () => {
  const { folder, now, take } = setUp()

  const beside = { dataDir: folder, secret: undefined, log: recordingLog().log }
  const token = changeGuarded(beside, (db, guards) =>
    createSignInToken(createSignInTokens(db, guards), now),
  )

  expect(take(token)).toBe(true)
  expect(take(token)).toBe(false)
})
