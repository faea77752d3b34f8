import { expect, test } from 'vitest'
import { clockAt } from '../../tests/support/clock-by-hand.ts'
import { Pairing } from './pairing.ts'
import type { RegisteredApp } from './registry.ts'

const UNTIL = 1_000_000
const SECRET = 'the secret of a link'
const CLIENT = 'ab'.repeat(32)

const invited = {
  ...{ id: 'app', client: null, claims: {}, greeting: null, pairedAt: null },
  invitation: { secret: SECRET, until: UNTIL },
} as unknown as RegisteredApp

function pairingAt(now: number) {
  const kept: RegisteredApp[] = []
  const pairing = new Pairing({
    registry: {
      get: () => kept.at(-1) ?? invited,
      set: (app) => {
        const registered = { ...app, signer: CLIENT }
        kept.push(registered)
        return registered
      },
    },
    usage: { add: () => {} },
    onChange: () => {},
    record: () => {},
    clock: clockAt(() => now),
  })
  return { pairing, kept }
}

test('a link’s secret is accepted until the link expires', () => {
  expect(pairingAt(UNTIL - 1).pairing.fits(invited, SECRET)).toBe(true)
  expect(pairingAt(UNTIL).pairing.fits(invited, SECRET)).toBe(false)
  expect(pairingAt(UNTIL - 1).pairing.fits(invited, `${SECRET} `)).toBe(false)
  expect(pairingAt(UNTIL - 1).pairing.fits(invited, '')).toBe(false)
})

test('an app that changes its claims each time causes no write', () => {
  const { pairing, kept } = pairingAt(0)
  const app = { ...invited, client: CLIENT, claims: { name: 'Notes' } }
  for (let n = 0; n < 10; n += 1) {
    pairing.reconnected(app, JSON.stringify({ name: `Notes ${n}`, url: 7 }))
  }
  expect(kept).toEqual([])

  pairing.reconnected(app, JSON.stringify({ name: 'Bank', url: 'https://notes.example' }))
  expect(kept.map(({ claims }) => claims)).toEqual([
    { name: 'Notes', url: 'https://notes.example' },
  ])
})

test('one write pairs the client and uses up the link', () => {
  const { pairing, kept } = pairingAt(UNTIL - 1)
  pairing.pair(invited, CLIENT, '')
  expect(kept).toMatchObject([{ client: CLIENT, invitation: null, pairedAt: UNTIL - 1 }])
  expect(kept.map((app) => pairing.fits(app, SECRET))).toEqual([false])
})
