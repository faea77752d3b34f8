import { describe, expect, onTestFinished, test } from 'vitest'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { until } from '../../tests/support/until.ts'
import {
  dialPolicyForSeen,
  isPrivateAddress,
  namesPrivateHost,
  type Resolve,
} from './dial-policy.ts'
import { RelayPool } from './pool.ts'

test('a host without a dot must be at a public address unless private networks are allowed', () => {
  // RELAY_HOSTS holds for relays that the owner sets, and not for those of a package or an app.
  expect(dialPolicyForSeen(false)('ws://strfry:7777')).toEqual({ publicOnly: true })
  expect(dialPolicyForSeen(true)('ws://strfry:7777')).toEqual({ publicOnly: false })
})

describe('a private address', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.20',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:192.168.1.20',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::c0a8:114',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
    '',
  ])('is %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('is not %s, which the whole internet reaches', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

test.each([
  ['ws://127.0.0.1:8080/x', true],
  ['wss://[fd00::1]', true],
  ['ws://0x7f.1', true],
  ['ws://2130706433', true],
  ['ws://localhost:7', true],
  ['ws://relay.localhost', true],
  ['wss://umbrel.local', true],
  ['wss://umbrel.local.', true],
  ['wss://relay.home.arpa', true],
  ['wss://relay.internal', true],
  ['wss://relay.example', false],
  ['wss://notlocal', false],
  ['wss://local.example.com', false],
  ['wss://1.1.1.1', false],
])('%s names a private host: %s', (url, isPrivate) => {
  expect(namesPrivateHost(url)).toBe(isPrivate)
})

describe('a relay that must be public', () => {
  /** A session with one relay, whose public name leads where `resolve` says. */
  async function start(resolve: (host: string) => string, publicOnly = true) {
    const relay = await RelayFixture.start()
    onTestFinished(() => relay.stop())
    const url = `ws://relay.example:${new URL(relay.url).port}`
    const look: Resolve = (host, _, done) => done(null, [{ address: resolve(host), family: 4 }])
    const relayPool = new RelayPool({
      timings: { backoffBase: 10, backoffFloor: 10, backoffMax: 20, connectTimeout: 150 },
    })
    const session = relayPool.session({
      urls: [url],
      dialPolicy: () => ({ publicOnly, resolve: look }),
    })
    onTestFinished(() => session.stop())
    session.start()
    return { relay, status: () => session.statuses[0] }
  }

  test('is not connected to if its name leads into a private network, and says so', async () => {
    const { relay, status } = await start(() => '127.0.0.1')

    await until(() => status()?.error?.error === 'leads into a private network')

    expect(relay.totalConnections).toBe(0)
  })

  test('is not connected to even if its name led to a public address before', async () => {
    let request = 0
    // A public address that nobody has: its network was given back.
    const { relay, status } = await start(() => (request++ === 0 ? '192.88.98.1' : '127.0.0.1'))

    await until(() => request > 1 && status()?.error?.error === 'leads into a private network')

    expect(relay.totalConnections).toBe(0)
  })
})
