import { describe, expect, test } from 'vitest'
import { apps as texts } from '#contract/app-messages.ts'
import { bunkerLink, newSecret, readClaims, readConnectLink, readRelays } from './link.ts'

const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const RELAY = 'wss://relay.example'
const linkOf = (query: string, key = KEY) => readConnectLink(`nostrconnect://${key}?${query}`)

describe('A link of an app is read', () => {
  test.each([
    ['in capitals, with a slash', `NOSTRCONNECT://${KEY.toUpperCase()}/?relay=${RELAY}&secret=s`],
    ['with relays that are not escaped', `nostrconnect://${KEY}?relay=${RELAY}/&secret=s&perms=`],
    ['in capitals throughout', `NOSTRCONNECT://${KEY}?RELAY=${RELAY.toUpperCase()}&SECRET=s`],
    ['in quotes, over two lines', `"nostrconnect://${KEY}\n  ?relay=${RELAY}&amp;secret=s"`],
    ['with zero-width spaces', `\u200bnostrconnect://${KEY}\u2060?relay=${RELAY}&secret=s\ufeff`],
    ['with a relay given twice', `nostrconnect:${KEY}?relay=${RELAY}&relay=${RELAY}/&secret=s`],
  ])('%s', (_, uri) => {
    const read = readConnectLink(` ${uri}\n`)
    const value = { client: KEY, relays: [RELAY], secret: 's', claims: {}, perms: [] }
    expect(read).toEqual({ ok: true, value })
  })

  test('without a name that is invisible', () => {
    const link = linkOf(`relay=${RELAY}&secret=s&name=%E2%80%8B%E2%A0%80`)
    expect(link).toHaveProperty('value.claims', {})
  })

  test('with its claims as fields or as JSON, and without permissions that do not exist', () => {
    const metadata = encodeURIComponent(JSON.stringify({ name: 'Notes', url: 'https://a.example' }))
    for (const claims of ['name=Notes&url=https://a.example', `metadata=${metadata}`]) {
      const perms = 'sign_event:1,,sign_event:1,nip44_encrypt, DROP TABLE'
      expect(linkOf(`relay=${RELAY}&secret=s&perms=${perms}&${claims}`)).toMatchObject({
        ok: true,
        value: {
          claims: { name: 'Notes', url: 'https://a.example' },
          perms: ['sign_event:1', 'nip44_encrypt'],
        },
      })
    }
  })

  test.each([
    ['without a secret', `relay=${RELAY}`, KEY, texts.linkSecret],
    ['without a relay', 'secret=s', KEY, texts.linkRelays],
    ['with a key that is none', `relay=${RELAY}&secret=s`, 'f'.repeat(64), texts.linkKey],
  ])('not %s', (_, query, key, error) => {
    expect(linkOf(query, key)).toMatchObject({ ok: false, error })
  })
})

test('The first ten relays of an app are taken, and public ones only if they are encrypted', () => {
  const many = Array.from({ length: 40 }, (_, n) => `wss://relay-${n}.example`)
  expect(readRelays(many)).toEqual({ ok: true, value: many.slice(0, 10) })
  const named = { ok: true, value: ['ws://strfry:7777'] }
  expect(readRelays(['ws://strfry:7777'], new Set(['strfry']))).toEqual(named)
  expect(readRelays(['ws://strfry:7777']).ok).toBe(false)
  expect(readRelays(['ws://relay.example', RELAY])).toEqual({ ok: true, value: [RELAY] })
  expect(readRelays(['ws://relay.example'])).toMatchObject({
    ok: false,
    error: texts.plainRelay('ws://relay.example'),
  })
  for (const url of ['file:///etc/passwd', 'wss://', '']) {
    expect(readRelays([url]).ok).toBe(false)
  }
})

test('An app’s claims are shown on one short line, with invisible characters named', () => {
  const hidden = '\u202e\u200b\u2066\u0000\n'
  const long = `Floe${hidden}${'x'.repeat(1_000_000)}`
  const { name = '', url = '', image } = readClaims({ name: long, url: long, image: 7 })
  expect(name).toMatch(/^Floe\[U\+202E\]\[U\+200B\]\[U\+2066\]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(name + url).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
  expect(name.length).toBeLessThan(150)
  expect(url.length).toBeLessThan(700)
  expect(image).toBeUndefined()
  expect(readClaims({ name: '  ', url: {}, image: null })).toEqual({})
})

test('A link of ours holds a secret of 128 bits or more, which needs no escaping', () => {
  const secrets = new Set(Array.from({ length: 200 }, newSecret))
  expect(secrets.size).toBe(200)
  for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(bunkerLink(KEY, [RELAY, 'wss://b.example/x?y'], 'abc')).toBe(
    `bunker://${KEY}?relay=wss%3A%2F%2Frelay.example&relay=wss%3A%2F%2Fb.example%2Fx%3Fy&secret=abc`,
  )
})
