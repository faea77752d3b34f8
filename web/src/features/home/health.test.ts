import { describe, expect, it } from 'vitest'
import {
  type Direction,
  type DirectionBarrier,
  type Directions,
  type StatusAnswer,
  signerStates,
} from '#contract/status.ts'
import { describeHealth, signerWord, splitReason, withoutSeconds } from './health.ts'

describe("the console's word for the signer", () => {
  it('is Running while it can hear, Starting... while it tries to, Stopped otherwise', () => {
    const words = Object.fromEntries(
      signerStates.map((state) => [state, signerWord({ state, stopped: null })]),
    )
    expect(words).toEqual({
      running: 'Running',
      degraded: 'Running',
      starting: 'Starting...',
      reconnecting: 'Starting...',
      stopped: 'Stopped',
    })
  })
})

describe('a reason in the banner', () => {
  it.each([
    ['Ready: 2 of 2 peers online', 'Ready', '2 of 2 peers online'],
    [
      'Ready: 1 of 2 peers online. Not hearing wss://a.example: connection refused',
      'Ready',
      '1 of 2 peers online. Not hearing wss://a.example: connection refused',
    ],
    [
      "Can't sign: 1 more peer needed, 0 of 2 peers online",
      "Can't sign",
      '1 more peer needed, 0 of 2 peers online',
    ],
    [
      'Not hearing any relay for 40 s, trying again in 8 s (Not hearing ws://a.example: refused)',
      'Not hearing any relay for 40 s, trying again in 8 s',
      'Not hearing ws://a.example: refused',
    ],
    ['Connecting to 2 relays', 'Connecting to 2 relays', ''],
    ['No credentials are saved', 'No credentials are saved', ''],
  ])('reads %j as a headline and what there is to add', (reason, title, detail) => {
    expect(splitReason(reason)).toEqual({ title, detail })
  })

  it('is news to a screen reader only when more than its seconds has changed', () => {
    const at = (past: number, next: number) =>
      withoutSeconds(`Not hearing any relay for ${past} s, trying again in ${next} s`)
    expect(at(40, 8)).toBe(at(45, 3))
    expect(withoutSeconds('Ready: 1 of 2 peers online')).not.toBe(
      withoutSeconds('Ready: 2 of 2 peers online'),
    )
  })
})

const CAN: Direction = { can: true, why: null }
const no = (why: DirectionBarrier): Direction => ({ can: false, why })

describe('the verdict at first glance', () => {
  const url = 'wss://relay.example.com'
  const relay = { url, state: 'open', heard: true, error: null } as StatusAnswer['relayStates'][0]

  const status = (changes: Partial<StatusAnswer>): StatusAnswer => ({
    serverRunning: true,
    nodeActive: true,
    hasCredentials: true,
    relayCount: 1,
    relays: [url],
    timestamp: '2026-03-01T12:00:00.000Z',
    stopped: null,
    state: 'running',
    reason: 'Ready: 2 of 2 peers online',
    canSign: true,
    directions: { answer: CAN, ask: CAN },
    signatures: { lastAt: null, medianMs: null, thisWeek: 0 },
    generations: [],
    warnings: [],
    health: {
      isConnected: true,
      lastActivity: null,
      lastConnectivityCheck: null,
      consecutiveConnectivityFailures: 0,
      timeSinceLastActivity: null,
      timeSinceLastConnectivityCheck: null,
    },
    relayStates: [relay],
    ...changes,
  })

  const unable = (state: StatusAnswer['state'], reason: string, more: Partial<StatusAnswer> = {}) =>
    status({
      ...{ state, reason, canSign: false },
      directions: { answer: no('peers'), ask: no('peers') },
      ...more,
    })

  it('says that it is ready to sign, and that its relays are heard', () => {
    expect(
      describeHealth(status({ relayStates: [relay, { ...relay, url: 'wss://b.example' }] })),
    ).toEqual({
      kind: 'ok',
      title: 'Ready to sign',
      detail: '2 of 2 peers online. Both relays heard',
    })
  })

  it('warns while it can sign but something is missing, and says what', () => {
    const reason = 'Ready: 1 of 2 peers online. Not hearing wss://b.example: connection refused'
    const deaf = { ...relay, url: 'wss://b.example', heard: false, error: 'connection refused' }
    expect(
      describeHealth(status({ state: 'degraded', reason, relayStates: [relay, deaf] })),
    ).toEqual({
      kind: 'warn',
      title: 'Ready to sign',
      detail: '1 of 2 peers online. Not hearing wss://b.example: connection refused',
    })
  })

  const one: [string, Directions, StatusAnswer['state'], string, string, string][] = [
    [
      'it answers, and may ask nobody',
      { answer: CAN, ask: no('policy') },
      'degraded',
      "Answers, but can't ask: 1 more peer needed, 0 of 2 peers online",
      'warn',
      "Answers others, can't ask them",
    ],
    [
      'it answers, and looks for whom to ask',
      { answer: CAN, ask: no('looking') },
      'running',
      "Answers, but can't ask: 1 more peer needed, 0 of 2 peers online",
      'wait',
      "Answers others, can't ask them",
    ],
    [
      'it asks, and may answer nobody',
      { answer: no('policy'), ask: CAN },
      'degraded',
      'Asks, but answers nobody: 2 of 2 peers online',
      'warn',
      'Asks others, answers nobody',
    ],
    [
      'it needs nobody, and nobody is there',
      { answer: no('peers'), ask: CAN },
      'degraded',
      'Ready: 0 of 1 peer online',
      'warn',
      'Ready to sign',
    ],
  ]

  it.each(one)('is neither green nor red when %s', (_, directions, state, reason, kind, title) => {
    const canSign = directions.ask.can
    const [, detail] = reason.split(': ')
    expect(describeHealth(status({ state, reason, canSign, directions }))).toEqual({
      kind,
      title,
      detail: `${detail}. Relay heard`,
    })
  })

  it('says that the owner has stopped it, whatever it could do', () => {
    const stopped = { since: '2026-03-01T11:00:00.000Z' }
    expect(describeHealth(status({ stopped }))).toMatchObject({
      kind: 'bad',
      title: 'Stopped by the owner',
    })
    expect(signerWord({ state: 'running', stopped })).toBe('Stopped by the owner')
  })

  it('says that it is stopped when it could not be started, and why', () => {
    const reason = 'Failed to create BifrostNode: Invalid credentials'
    const { title, detail } = describeHealth(unable('stopped', reason))
    expect([title, detail]).toEqual(["Can't sign: the signer is stopped", reason])
  })

  it.each([
    ['bad', unable('degraded', "Can't sign: 1 more peer needed, 0 of 2 peers online")],
    ['bad', unable('reconnecting', 'Not hearing any relay for 40 s, trying again in 8 s')],
    ['bad', unable('stopped', 'Invalid credentials')],
    ['wait', unable('starting', 'Connecting to 1 relay')],
    ['wait', unable('running', 'Looking for peers: 0 of 2 peers online')],
    ['unknown', unable('stopped', 'No credentials are saved', { hasCredentials: false })],
  ])('is %s when it cannot sign: $reason', (kind, answer) => {
    expect(describeHealth(answer).kind).toBe(kind)
  })
})
