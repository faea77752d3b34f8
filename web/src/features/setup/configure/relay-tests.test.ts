import { describe, expect, it } from 'vitest'
import { describeRelayTest, type RelayTest } from './relay-tests.ts'

const works: RelayTest = {
  url: 'wss://relay.example.com',
  connected: true,
  latency: 23.6,
  acceptsKind: true,
  echo: true,
}

describe('the test of a relay in words', () => {
  it.each<[string, Partial<RelayTest>, string, string]>([
    ['works', {}, 'ok', "Works (24 ms): takes the signer's messages and delivers them"],
    [
      'works before its latency is known',
      { latency: undefined },
      'ok',
      "Works: takes the signer's messages and delivers them",
    ],
    [
      'can not be reached',
      { connected: false, latency: undefined, acceptsKind: false, echo: false, error: 'refused' },
      'bad',
      'Not connected: refused',
    ],
    [
      'takes no such messages',
      { acceptsKind: false, echo: false, error: 'Echo rejected: kind 20004: blocked' },
      'bad',
      "Connected (24 ms), but does not take the signer's messages: Echo rejected: kind 20004: blocked",
    ],
    [
      'takes messages and delivers none',
      { echo: false, error: 'Echo response timeout after 10 seconds' },
      'warn',
      'Connected (24 ms) and takes messages, but did not deliver one back: Echo response timeout after 10 seconds',
    ],
  ])('says that it %s', (_, change, kind, text) => {
    expect(describeRelayTest({ ...works, ...change })).toEqual({ kind, text })
  })
})
