import { describe, expect, test } from 'vitest'
import { seededPrng } from '../../tests/support/prng.ts'
import { MAX_RELAYS, RELAY_LIST_MAX, RELAY_URL_CHARS_MAX } from './limits.ts'
import { validation } from './messages.ts'
import {
  normaliseRelayUrl,
  parseRelaysSetting,
  relaysAmong,
  seenAmong,
  usableRelays,
  validateRelayList,
  validateRelaySettings,
} from './relay-url.ts'

describe('a relay URL', () => {
  test.each([
    ['wss://relay.example.com', 'wss://relay.example.com'],
    ['ws://relay.example.com', 'ws://relay.example.com'],
    ['relay.example.com', 'wss://relay.example.com'],
    ['relay.example.com:8080/nostr', 'wss://relay.example.com:8080/nostr'],
    ['http://relay.example.com', 'wss://relay.example.com'],
    ['https://relay.example.com/', 'wss://relay.example.com'],
    ['WSS://Relay.Example.COM/Path', 'wss://relay.example.com/Path'],
    ['  wss://relay.example.com\n', 'wss://relay.example.com'],
    ['wss://relay.example.com/', 'wss://relay.example.com'],
    ['wss://relay.example.com///', 'wss://relay.example.com'],
    ['wss://relay.example.com/v1/', 'wss://relay.example.com/v1'],
    ['wss://relay.example.com:443', 'wss://relay.example.com'],
    ['ws://relay.example.com:80/', 'ws://relay.example.com'],
    ['ws://relay.example.com:443', 'ws://relay.example.com:443'],
    ['wss://relay.example.com:00443', 'wss://relay.example.com'],
    ['wss://relay.example.com:1', 'wss://relay.example.com:1'],
    ['wss://relay.example.com:65535', 'wss://relay.example.com:65535'],
    ['wss://relay.example.com?token=a/b', 'wss://relay.example.com/?token=a/b'],
    ['wss://relay.example.com/x/?a=1/', 'wss://relay.example.com/x/?a=1/'],
    ['wss://relay.example.com/?', 'wss://relay.example.com'],
    ['wss://xn--rel-cma.example', 'wss://xn--rel-cma.example'],
    ['wss://my_relay.example.com', 'wss://my_relay.example.com'],
    ['ws://localhost', 'ws://localhost'],
    ['LOCALHOST:7000', 'wss://localhost:7000'],
    ['ws://relay.localhost', 'ws://relay.localhost'],
    ['ws://127.0.0.1:8080', 'ws://127.0.0.1:8080'],
    ['192.168.1.20', 'wss://192.168.1.20'],
    ['ws://[::1]:8080', 'ws://[::1]:8080'],
    ['[::1]', 'wss://[::1]'],
    ['ws://[::]', 'ws://[::]'],
    ['ws://[2001:DB8:0:0:1:0:0:1]', 'ws://[2001:db8::1:0:0:1]'],
    ['ws://[2001:db8:0:1:1:1:1:1]', 'ws://[2001:db8:0:1:1:1:1:1]'],
    ['ws://[fe80:0:0:0:0:0:0:0]', 'ws://[fe80::]'],
    ['ws://[::ffff:192.168.1.20]', 'ws://[::ffff:c0a8:114]'],
  ])('%s becomes %s', (text, url) => {
    expect(normaliseRelayUrl(text)).toEqual({ ok: true, value: url })
  })

  test.each(['', '   ', undefined, null, 42, {}, ['wss://relay.example.com']])(
    'is required: %j',
    (text) => {
      expect(normaliseRelayUrl(text)).toMatchObject({ ok: false, error: validation.relayRequired })
    },
  )

  test.each(['ftp://relay.example.com', 'nostr://relay.example.com', 'wsss://relay.example.com'])(
    'has another protocol: %s',
    (text) => {
      expect(normaliseRelayUrl(text)).toMatchObject({ ok: false, error: validation.relayProtocol })
    },
  )

  test.each([
    ['with zero-width characters', '\u200bwss://relay\u2060.example.com\ufeff'],
    ['in quotes', '\u201cwss://relay.example.com\u201d'],
    ['over two lines', 'wss://relay\n.example.com'],
    ['in capitals', 'WSS://RELAY.EXAMPLE.COM'],
  ])('is read as it was meant: %s', (_, text) => {
    expect(normaliseRelayUrl(text)).toEqual({ ok: true, value: 'wss://relay.example.com' })
  })

  test.each([
    'wss://',
    'wss:///path',
    '//relay.example.com',
    'wss:relay.example.com',
    'wss:/relay.example.com',
    'javascript:alert(1)',
    'wss://.',
    'wss://relay.',
    'wss://.example.com',
    'wss://relay..example.com',
    'wss://-relay.example.com',
    'wss://relay-.example.com',
    'wss://relay.example.com:',
    'wss://relay.example.com:0',
    'wss://relay.example.com:65536',
    'wss://relay.example.com:808080',
    'wss://relay.example.com:80a',
    'wss://relay.example.com:-1',
    'wss://relay.example.com:80:90',
    'wss://relay example.com',
    'wss://relay.example.com/a b',
    'wss://relay.example.com/a\tb',
    'wss://relay.example.com\\evil.example.com',
    'wss://relay.example.com/#fragment',
    'wss://relay.example.com/"',
    'wss://relay.example.com/<script>',
    'wss://user@relay.example.com',
    'wss://user:password@relay.example.com',
    'wss://relay.example.com%2Fevil',
    'wss://relé.example.com',
    'wss://relay。example',
    'wss://1.2.3',
    'wss://1.2.3.256',
    'wss://01.2.3.4',
    'wss://1.2.3.4.5',
    'wss://0x7f.0x1',
    'wss://relay.123',
    'wss://2130706433',
    'wss://[::1',
    'wss://::1',
    'wss://[]',
    'wss://[:]',
    'wss://[:::]',
    'wss://[1::2::3]',
    'wss://[1:2:3:4:5:6:7]',
    'wss://[1:2:3:4:5:6:7:8:9]',
    'wss://[1:2:3:4:5:6:7::8]',
    'wss://[12345::]',
    'wss://[g::1]',
    'wss://[fe80::1%25eth0]',
    'wss://[1.2.3.4::]',
    'wss://[::1.2.3]',
    'wss://[::1]relay.example.com',
    `wss://${'a'.repeat(64)}.example.com`,
    `wss://${'a.'.repeat(127)}example`,
  ])('is not valid: %s', (text) => {
    expect(normaliseRelayUrl(text)).toMatchObject({ ok: false, error: validation.relayFormat })
  })

  test('that is accepted is read by every client as we read it', () => {
    const prng = seededPrng(8)
    const parts = [
      ['', 'ws://', 'wss://', 'http://', 'HTTPS://', 'Ws://', 'ftp://', '//', 'wss:'],
      [
        'relay.example.com',
        'LocalHost',
        '1.2.3.4',
        '1.2.3',
        '[::1]',
        '[1::2:0:0:3]',
        '[::1.2.3.4]',
      ],
      [
        '',
        '',
        '',
        '',
        '',
        '',
        '.',
        '-',
        '%41',
        '@',
        'a',
        '.b',
        '..',
        '0',
        '_c',
        '\\',
        'é',
        '[',
        ']',
        ':',
      ],
      ['', ':1', ':080', ':443', ':65536', ':0', ':x', ':'],
      ['', '/', '//', '/a', '/a/', '/a/../b', '/%20', '/é', '/a:b@c', '/./', '/[', '/|'],
      ['', '?', '?a=1', '?a=b/', '?/', '?a?b', '#', '#a', '??'],
    ]
    let accepted = 0
    for (let round = 0; round < 20_000; round += 1) {
      const text = parts.map((choices) => prng.pick(choices)).join('')
      const result = normaliseRelayUrl(text)
      if (!result.ok) continue
      accepted += 1
      const url = new URL(result.value)
      expect(result.value).toMatch(/^wss?:\/\//)
      expect(`${url.protocol}//${url.host}`).toBe(
        result.value.split('/', 3).join('/').replace(/\?.*/, ''),
      )
      expect([url.username, url.password, url.hash]).toEqual(['', '', ''])
      expect(normaliseRelayUrl(result.value)).toEqual(result)
    }
    expect(accepted).toBeGreaterThan(1000)
  })

  test('with a random IPv6 address is written as every client writes it', () => {
    const prng = seededPrng(9)
    for (let round = 0; round < 2000; round += 1) {
      const groups = Array.from({ length: 8 }, () =>
        (prng.integer(3) === 0 ? prng.integer(65_536) : 0).toString(16),
      )
      const text = `wss://[${groups.join(':')}]`
      expect(normaliseRelayUrl(text)).toEqual({
        ok: true,
        value: `wss://${new URL(text).host}`,
      })
    }
  })
})

describe('a host without a dot', () => {
  const hosts = new Set(['strfry', 'umbrel'])
  const error = `${validation.relayFormat}. ${validation.relayDotless}`

  test('is refused with what to do, and with nothing of what was given', () => {
    for (const text of ['ws://strfry:7777', 'Strfry', 'wss://my_relay/x', 'nowhere']) {
      expect(normaliseRelayUrl(text)).toMatchObject({ ok: false, error })
    }
    expect(error).toMatch(/^Invalid relay URL format\. .*RELAY_HOSTS/)
  })

  test('is taken where it is listed, in any case, and others are not', () => {
    expect(normaliseRelayUrl('ws://STRFRY:7777/', hosts)).toEqual({
      ok: true,
      value: 'ws://strfry:7777',
    })
    expect(normaliseRelayUrl('ws://other:7777', hosts)).toMatchObject({ ok: false, error })
    for (const text of ['ws://strfry:0', 'ws://user@strfry', 'ws://strfry:7777/#a']) {
      const refused = { ok: false, error: validation.relayFormat }
      expect(normaliseRelayUrl(text, hosts)).toMatchObject(refused)
    }
  })

  test('in a list is reported, even if no relay is left', () => {
    expect(relaysAmong(['wss://a.example', 'ws://strfry'])).toMatchObject({
      ok: true,
      value: ['wss://a.example'],
      left: [{ error: validation.relayItem(2, error) }],
    })
    expect(relaysAmong(['ws://strfry'])).toMatchObject({
      ok: false,
      error: `${validation.relayNoneValid}. ${validation.relayDotless}`,
      errors: [{ error: validation.relayItem(1, error) }],
    })
    expect(relaysAmong(['ws://strfry', 'umbrel:4848'], hosts)).toEqual({
      ok: true,
      value: ['ws://strfry', 'wss://umbrel:4848'],
      left: [],
    })
  })

  test('counts as seen by the owner only where it is listed', () => {
    const list = usableRelays(['ws://strfry'], hosts)
    expect(seenAmong(list, ['ws://strfry'], hosts)).toEqual(['ws://strfry'])
    expect(seenAmong(list, ['ws://strfry'])).toEqual([])
  })
})

describe('a list of relays', () => {
  test('is normalised, each relay once and in its place', () => {
    const list = ['wss://B.example/', 'a.example', 'wss://b.example', 'wss://a.example:443']
    expect(validateRelayList(list)).toEqual({
      ok: true,
      value: ['wss://b.example', 'wss://a.example'],
    })
  })

  test('must not be empty', () => {
    const error = validation.relayListRequired
    expect(validateRelayList([])).toMatchObject({
      ok: false,
      error,
      errors: [{ error }],
      usable: [],
    })
  })

  test('names the invalid ones, and returns the valid ones', () => {
    const errors = [
      validation.relayItem(2, validation.relayRequired),
      validation.relayItem(3, validation.relayProtocol),
      validation.relayItem(4, validation.relayFormat),
    ]
    expect(validateRelayList(['a.example', '', 'ftp://b.example', 'no:where'])).toMatchObject({
      ok: false,
      error: errors.join('; '),
      errors: errors.map((error) => ({ error })),
      usable: ['wss://a.example'],
    })
  })

  test('says so when none is valid', () => {
    expect(validateRelayList(['no:where', null])).toMatchObject({
      ok: false,
      error: validation.relayNoneValid,
      errors: [
        { error: validation.relayItem(1, validation.relayFormat) },
        { error: validation.relayItem(2, validation.relayRequired) },
      ],
      usable: [],
    })
  })
})

describe('the relays in the settings', () => {
  test('are written with ws:// or wss://', () => {
    expect(validateRelaySettings([' wss://a.example/ ', 'WS://localhost'])).toEqual({
      ok: true,
      value: ['wss://a.example', 'ws://localhost'],
    })
  })

  test.each(['a.example', 'https://a.example', 'http://a.example', 'ws.example'])(
    'are not %s',
    (text) => {
      const item = validation.relayItem(1, validation.relayProtocol)
      expect(validateRelaySettings([text, 'wss://b.example'])).toMatchObject({
        ok: false,
        error: item,
        errors: [{ error: item }],
        usable: ['wss://b.example'],
      })
    },
  )

  test('must not be empty', () => {
    const error = validation.relayListCredential
    expect(validateRelaySettings([])).toMatchObject({
      ok: false,
      error,
      errors: [{ error }],
      usable: [],
    })
  })
})

describe('the RELAYS setting', () => {
  test.each([
    ['["wss://a.example","wss://b.example"]', ['wss://a.example', 'wss://b.example']],
    [' [ "wss://a.example" , "" ] ', ['wss://a.example']],
    ['[]', []],
    ['"wss://a.example"', ['wss://a.example']],
    ['wss://a.example', ['wss://a.example']],
    ['wss://a.example,wss://b.example', ['wss://a.example', 'wss://b.example']],
    [' wss://a.example , wss://b.example ,', ['wss://a.example', 'wss://b.example']],
    ['wss://a.example wss://b.example', ['wss://a.example', 'wss://b.example']],
    ['wss://a.example\n\twss://b.example\n', ['wss://a.example', 'wss://b.example']],
    ['[::1]:8080', ['[::1]:8080']],
    ['["wss://a.example", 7, null]', ['wss://a.example', '7', 'null']],
    ['["wss://a.example"', ['["wss://a.example"']],
    ['42', ['42']],
    ['', []],
    ['  ', []],
  ])('%s is read as %j', (text, list) => {
    expect(parseRelaysSetting(text)).toEqual(list)
  })

  test.each([undefined, null, 7, ['wss://a.example']])('that is not text is empty: %j', (value) => {
    expect(parseRelaysSetting(value)).toEqual([])
  })

  test('keeps items that are not URLs, so that the check can name them', () => {
    expect(validateRelayList(parseRelaysSetting('["wss://a.example", 7]'))).toMatchObject({
      ok: false,
      error: validation.relayItem(2, validation.relayFormat),
    })
  })
})

describe('More relays than the node connects to', () => {
  const relays = (count: number) =>
    Array.from({ length: count }, (_, i) => `wss://r${i}.example.com`)

  test('are refused, not silently left out', () => {
    expect(validateRelayList(relays(MAX_RELAYS))).toMatchObject({ ok: true })
    expect(validateRelayList(relays(MAX_RELAYS + 1))).toMatchObject({
      ok: false,
      error: validation.relayTooMany(MAX_RELAYS),
    })
  })

  test('may be named twice and count once', () => {
    expect(validateRelayList([...relays(MAX_RELAYS), ...relays(3)])).toMatchObject({ ok: true })
  })
})

describe('what is too long', () => {
  const urlOf = (chars: number) => 'wss://a.example/'.padEnd(chars, 'x')

  test('is a URL of more than 2,048 bytes, wherever one is read', () => {
    const error = validation.relayTooLong(RELAY_URL_CHARS_MAX)
    expect(normaliseRelayUrl(urlOf(RELAY_URL_CHARS_MAX))).toEqual({
      ok: true,
      value: urlOf(RELAY_URL_CHARS_MAX),
    })
    expect(normaliseRelayUrl(urlOf(RELAY_URL_CHARS_MAX + 1))).toMatchObject({ ok: false, error })
    for (const check of [validateRelayList, validateRelaySettings]) {
      expect(check(['wss://b.example', urlOf(RELAY_URL_CHARS_MAX + 1)])).toMatchObject({
        errors: [{ error: validation.relayItem(2, error) }],
        usable: ['wss://b.example'],
      })
    }
  })

  test('is a list of more than a thousand', () => {
    const list = Array(RELAY_LIST_MAX + 1).fill('wss://a.example')
    expect(validateRelayList(list)).toMatchObject({
      ok: false,
      error: validation.relayListTooLong(RELAY_LIST_MAX),
    })
    expect(validateRelayList(list.slice(1))).toEqual({ ok: true, value: ['wss://a.example'] })
  })
})
