import { describe, expect, it } from 'vitest'
import { describeRelay, type RelayState } from './describe-relay.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

function relay(changes: Partial<RelayState>): RelayState {
  return {
    url: 'wss://relay.example.com',
    state: 'open',
    heard: true,
    since: '2026-03-01T10:00:00.000Z',
    latencyMs: 28,
    error: null,
    slowDown: null,
    nextAttemptAt: null,
    eventsIn: 0,
    eventsOut: 0,
    reconnects: 0,
    ...changes,
  }
}

const lost = { state: 'waiting', heard: false, error: 'connection refused' } as const

describe('a relay in words', () => {
  it.each<[string, Partial<RelayState>, string]>([
    ['heard for 2 h', {}, 'ok'],
    ['heard for 2 h, reconnected once', { reconnects: 1 }, 'ok'],
    ['heard for 2 h, reconnected 3 times', { reconnects: 3 }, 'ok'],
    [
      'heard for 2 h, last refusal: blocked: not invited',
      { error: 'blocked: not invited' },
      'warn',
    ],
    [
      'heard for 2 h, asked us to slow down 3 min ago, and is sent less: rate-limited: slow down',
      {
        error: 'rate-limited: slow down',
        slowDown: {
          since: '2026-03-01T11:57:00.000Z',
          until: '2026-03-01T12:01:00.000Z',
          reason: 'rate-limited: slow down',
        },
      },
      'warn',
    ],
    ['connecting', { state: 'connecting', heard: false }, 'wait'],
    [
      'connection refused, trying again now',
      { state: 'connecting', heard: false, error: 'connection refused' },
      'bad',
    ],
    ['connected, not heard yet', { heard: false }, 'wait'],
    [
      'connected, not heard: auth-required: members only',
      { heard: false, error: 'auth-required: members only' },
      'bad',
    ],
    [
      'connection refused, trying again in 8 s',
      { ...lost, nextAttemptAt: '2026-03-01T12:00:07.400Z' },
      'bad',
    ],
    [
      'connection refused, trying again now',
      { ...lost, nextAttemptAt: '2026-03-01T11:59:59.900Z' },
      'bad',
    ],
    ['closed', { state: 'closed', heard: false }, 'bad'],
  ])('is %s', (text, changes, kind) => {
    expect(describeRelay(relay(changes), now)).toEqual({ kind, text })
  })
})

it('is not known while the signer is stopped', () => {
  expect(describeRelay(undefined, now)).toEqual({
    kind: 'unknown',
    text: 'not connected while the signer is stopped',
  })
})
