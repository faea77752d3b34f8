import { expect, test } from 'vitest'
import { threadTime } from '../../tests/support/holds.ts'
import {
  clientAddress,
  isTrustedProxy,
  parseTrustedProxies,
  type TrustedProxies,
} from './client-address.ts'

const trusting = (text: string): TrustedProxies => parseTrustedProxies(text).proxies
const NONE = trusting('')
const client = (remoteAddress: string | undefined, forwardedFor?: string, trustedProxies = NONE) =>
  clientAddress({ remoteAddress, forwardedFor, trustedProxies })
const addressOf = (...request: Parameters<typeof client>) => client(...request).address

test('without a trusted proxy the client is the socket’s address, whatever the header claims', () => {
  expect(client('203.0.113.9', '1.2.3.4')).toEqual({ address: '203.0.113.9', key: '203.0.113.9' })
  expect(addressOf('203.0.113.9', '1.2.3.4', trusting('10.0.0.0/8'))).toBe('203.0.113.9')
})

test('behind a trusted proxy the right-most hop that is not one of them is the client', () => {
  const proxies = trusting('10.0.0.0/8 192.0.2.7')

  expect(addressOf('10.0.0.2', '203.0.113.9', proxies)).toBe('203.0.113.9')
  expect(addressOf('10.0.0.2', '203.0.113.9, 192.0.2.7,10.1.1.1', proxies)).toBe('203.0.113.9')
  expect(addressOf('::ffff:10.0.0.2', '203.0.113.9', proxies)).toBe('203.0.113.9')
})

test('what a client itself writes into the header does not change who it is', () => {
  const proxies = trusting('10.0.0.1')

  for (const claimed of ['8.8.8.8', '10.0.0.1', 'unknown', '8.8.8.8, 10.0.0.1', ',,,', '%']) {
    expect(addressOf('10.0.0.1', `${claimed}, 203.0.113.9`, proxies)).toBe('203.0.113.9')
  }
})

test('a useless header leaves the last known address', () => {
  const proxies = trusting('10.0.0.0/8')

  for (const header of [undefined, '', 'unknown', 'not an address', '1', '0x7f.1', '999.1.1.1']) {
    expect(addressOf('10.0.0.2', header, proxies)).toBe('10.0.0.2')
  }
  expect(addressOf('10.0.0.2', 'unknown, 10.0.0.3', proxies)).toBe('10.0.0.3')
  expect(addressOf('10.0.0.2', '10.0.0.4, 10.0.0.3', proxies)).toBe('10.0.0.4')
})

test('ports, brackets and zones are not part of an address', () => {
  const proxies = trusting('127.0.0.1')

  expect(addressOf('127.0.0.1', '203.0.113.9:4711', proxies)).toBe('203.0.113.9')
  expect(addressOf('127.0.0.1', '[2001:db8::1]:443', proxies)).toBe('2001:db8::1')
  expect(addressOf('127.0.0.1', '[2001:db8::1]', proxies)).toBe('2001:db8::1')
  expect(addressOf('fe80::1%eth0')).toBe('fe80::1')
})

test('an IPv4 address counts as a whole, even when it comes as IPv6', () => {
  expect(client('203.0.113.9').key).toBe('203.0.113.9')
  expect(client('::ffff:203.0.113.9')).toEqual(client('203.0.113.9'))
  expect(client('::ffff:cb00:7109')).toEqual(client('203.0.113.9'))
})

test('in IPv6 a household counts as one, by its /64', () => {
  const { key } = client('2001:db8:1:2::1')

  expect(key).toBe('2001:db8:1:2::/64')
  expect(client('2001:db8:1:2:ffff:ffff:ffff:ffff').key).toBe(key)
  expect(client('2001:db8:1:3::1').key).not.toBe(key)
})

test('a socket that is already gone has a key of its own', () => {
  expect(client(undefined)).toEqual({ address: 'unknown', key: 'unknown' })
  expect(addressOf(undefined, '1.2.3.4', trusting('0.0.0.0/0'))).toBe('unknown')
})

test('a header of many hops is read at once', () => {
  const started = threadTime()

  const hops = Array(50_000).fill('10.0.0.2').join(',')
  const address = addressOf('10.0.0.1', hops, trusting('10.0.0.0/8'))

  expect(address).toBe('10.0.0.2')
  expect(threadTime() - started).toBeLessThan(1_000)
})

test('true means one proxy in a private network, whatever is in front of it', () => {
  const proxies = trusting('true')

  expect(addressOf('172.18.0.1', '203.0.113.9', proxies)).toBe('203.0.113.9')
  expect(addressOf('172.18.0.1', '203.0.113.9, 192.168.1.5', proxies)).toBe('192.168.1.5')
  expect(addressOf('::1', '1.2.3.4, 203.0.113.9', proxies)).toBe('203.0.113.9')
  expect(addressOf('203.0.113.9', '1.2.3.4', proxies)).toBe('203.0.113.9')
})

test('proxies are addresses and networks; nothing and false are none', () => {
  for (const none of ['', 'false']) {
    expect(parseTrustedProxies(none)).toMatchObject({ proxies: { networks: [] }, wrong: [] })
  }

  const { proxies, wrong } = parseTrustedProxies('127.0.0.1, ::1 172.16.0.0/12,fd00::/8')

  expect(wrong).toEqual([])
  const trusted = ['127.0.0.1', '::1', '172.31.255.255', 'fd12::1', '::ffff:172.16.0.1']
  const strangers = ['127.0.0.2', '::2', '172.32.0.1', 'fe80::1', undefined, 'nonsense']
  expect(trusted.map((address) => isTrustedProxy(address, proxies))).toEqual(Array(5).fill(true))
  expect(strangers.map((address) => isTrustedProxy(address, proxies))).toEqual(Array(6).fill(false))
})

test('anything that is neither an address nor a network is named', () => {
  const words = ['true', '10', '10.0.0.0/33', '10.0.0.0/-1', '::/129', 'proxy.local', '1.2.3.4/8/8']

  expect(parseTrustedProxies(`127.0.0.1,${words.join(',')}`).wrong).toEqual(words)
})
