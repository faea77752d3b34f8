import { describe, expect, test } from 'vitest'
import { http } from '#contract/codes.ts'
import {
  foreignRequest,
  isAllowedHost,
  isFromOwnPage,
  type OriginRules,
  ownOrigin,
} from './origin.ts'

/** Whether a page of an origin may write when a browser calls us as `host`, over HTTP or TLS. */
const isSameOrigin = (
  origin: string | undefined,
  host: string | undefined,
  rules: OriginRules,
  proto?: string,
) =>
  isFromOwnPage(
    { origin, site: undefined, own: () => ownOrigin({ host, 'x-forwarded-proto': proto }, {}) },
    rules,
  )

const none = { allowedOrigins: [], checkHost: true }

describe('A Host header', () => {
  test('naming this machine, the home network or an address is accepted, with any port', () => {
    for (const name of [
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '192.168.1.20',
      '[::1]',
      '[fe80::1]',
      'umbrel.local',
      'floe.umbrel.local',
      'floe.lan',
      'nas.floe.internal',
      'floe.home.arpa',
      'floe',
      'raspberrypi4',
    ]) {
      expect(isAllowedHost(name, none)).toBe(true)
      expect(isAllowedHost(`${name}:8002`, none)).toBe(true)
    }
  })

  test('naming any other host is refused, whatever it looks like', () => {
    for (const host of [
      undefined,
      '',
      'evil.example',
      'evil.example:8002',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.example#localhost',
      'evil.local.',
      'evil.xlan',
      'evil.arpa',
      '.lan',
      'localhost:8002:1',
      'floe_1',
      '0x7f.1.evil.example',
    ]) {
      expect(isAllowedHost(host, none)).toBe(false)
    }
  })

  test('that is listed is accepted: by name for any port, with a port for that port only', () => {
    const listed = (entry: string) => ({ allowedOrigins: [entry], checkHost: true })

    for (const entry of ['floe.example', 'Floe.Example', 'https://floe.example/']) {
      expect(isAllowedHost('floe.example', listed(entry))).toBe(true)
      expect(isAllowedHost('floe.example:8443', listed(entry))).toBe(true)
      expect(isAllowedHost('other.example', listed(entry))).toBe(false)
      expect(isAllowedHost('x.floe.example', listed(entry))).toBe(false)
    }
    for (const entry of ['floe.example:8443', 'https://floe.example:8443']) {
      expect(isAllowedHost('floe.example:8443', listed(entry))).toBe(true)
      expect(isAllowedHost('floe.example:9443', listed(entry))).toBe(false)
      expect(isAllowedHost('floe.example', listed(entry))).toBe(false)
    }
  })
})

describe('A Host header where a login is needed', () => {
  const rules = { allowedOrigins: [], checkHost: false }

  test('may be any, as behind a proxy: another name gives nobody a cookie', () => {
    expect(isAllowedHost('floe.example.org', rules)).toBe(true)
    expect(isAllowedHost('floe.example.org:8443', rules)).toBe(true)
  })

  test('must be present', () => {
    expect(isAllowedHost(undefined, rules)).toBe(false)
  })
})

describe('An Origin', () => {
  test('that is missing is fine: only browsers send one', () => {
    expect(isSameOrigin(undefined, 'localhost:8002', none)).toBe(true)
  })

  test('is our own with the same host and port', () => {
    expect(isSameOrigin('http://localhost:8002', 'localhost:8002', none)).toBe(true)
    expect(isSameOrigin('https://floe.local', 'FLOE.local', none, 'https')).toBe(true)
    expect(isSameOrigin('https://floe.local', 'FLOE.local', none, 'https, http')).toBe(true)
    expect(isSameOrigin('http://[::1]:8002', '[::1]:8002', none)).toBe(true)

    expect(isSameOrigin('http://floe.local', 'floe.local', none, 'https')).toBe(false)
    expect(isSameOrigin('https://floe.local', 'floe.local', none)).toBe(false)
    expect(isSameOrigin('http://localhost:8003', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('http://localhost', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('http://127.0.0.1:8002', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('https://evil.example', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('null', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('', 'localhost:8002', none)).toBe(false)
    expect(isSameOrigin('null', undefined, none)).toBe(false)
  })

  test('that is listed is accepted under any host, with or without a trailing slash', () => {
    for (const entry of ['https://floe.example', 'https://floe.example/', 'floe.example']) {
      const rules = { allowedOrigins: ['other.example', entry], checkHost: true }
      expect(isSameOrigin('https://floe.example', '10.0.0.5:8002', rules)).toBe(true)
      expect(isSameOrigin('https://x.floe.example', '10.0.0.5:8002', rules)).toBe(false)
      expect(isSameOrigin('null', '10.0.0.5:8002', rules)).toBe(false)
    }
  })

  test('that is listed with its scheme and port is accepted only with these', () => {
    const rules = { allowedOrigins: ['https://floe.example:8443'], checkHost: true }

    expect(isSameOrigin('https://floe.example:8443', 'localhost', rules)).toBe(true)
    expect(isSameOrigin('http://floe.example:8443', 'localhost', rules)).toBe(false)
    expect(isSameOrigin('https://floe.example', 'localhost', rules)).toBe(false)
  })
})

describe('The check of a request', () => {
  const rules = { allowedOrigins: ['https://floe.example'], checkHost: true }
  const check = (method: string, headers: Record<string, string>) =>
    foreignRequest(
      {
        method,
        host: headers['Host'] ?? 'localhost:8002',
        origin: headers['Origin'],
        site: headers['Sec-Fetch-Site'],
        own: () => 'http://localhost:8002',
      },
      rules,
    )
  const through = null

  test('refuses every method under a foreign host', () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(check(method, { Host: 'evil.example' })).toBe(http.foreignHost)
    }
  })

  test('refuses writes that a page of another origin started, and lets reads through', () => {
    const headers = { Origin: 'https://evil.example' }

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(check(method, headers)).toBe(http.otherHost)
    }
    expect(check('GET', headers)).toBe(through)
  })

  test('refuses writes that a browser says come from another site, even without an Origin', () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = check('POST', { 'Sec-Fetch-Site': site })
      expect(answer).toBe(http.foreignOrigin)
      expect(check('GET', { 'Sec-Fetch-Site': site })).toBe(through)
    }
  })

  test('refuses writes from our own origin that a browser says come from another site', () => {
    const headers = { Origin: 'http://localhost:8002', 'Sec-Fetch-Site': 'cross-site' }

    expect(check('POST', headers)).toBe(http.foreignOrigin)
  })

  test('lets through writes that a browser calls same-origin, whatever a proxy has changed', () => {
    const site = { 'Sec-Fetch-Site': 'same-origin' }
    for (const origin of ['https://localhost:8002', 'https://floe.other.example']) {
      expect(check('POST', { ...site, Origin: origin })).toBe(through)
    }
  })

  test('says whether the scheme or the host differs from our own, as behind some proxies', () => {
    expect(check('POST', { Origin: 'https://localhost:8002' })).toBe(http.otherScheme)
    expect(check('POST', { Origin: 'https://floe.other.example' })).toBe(http.otherHost)
    expect(check('POST', { Origin: 'null' })).toBe(http.foreignOrigin)
    const noHost = { method: 'GET', host: undefined, origin: undefined, site: undefined }
    expect(foreignRequest({ ...noHost, own: () => null }, rules)).toBe(http.noHost)
  })

  test('lets through writes of our own page, of a listed origin and of programs', () => {
    for (const headers of [
      {},
      { Origin: 'http://localhost:8002', 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://floe.example', 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      expect(check('POST', headers)).toBe(through)
    }
  })
})
