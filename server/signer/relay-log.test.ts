import { describe, expect, test } from 'vitest'
import { recordedLog, relayStatus, testClock } from '../../tests/support/signer-parts.ts'
import { RelayLog } from './relay-log.ts'

const URL_A = 'wss://a.example'
const URL_B = 'wss://b.example'

function setUp() {
  const clock = testClock()
  const recorded = recordedLog(clock.now)
  const relayLog = new RelayLog(recorded.log, clock.now)
  const lines = () => recorded.entries.map(({ type, message }) => `${type}: ${message}`)
  const heard = (fields = {}) => relayStatus({ url: URL_A, ...fields })
  const connecting = (fields = {}) =>
    relayStatus({ url: URL_A, state: 'connecting', heard: false, ...fields })
  const waiting = (error: string, inMs = 1_000) =>
    relayStatus({
      url: URL_A,
      state: 'waiting',
      heard: false,
      error: { error },
      nextAttemptAt: clock.now() + inMs,
    })
  return { ...recorded, clock, relayLog, lines, heard, connecting, waiting }
}

describe('the log says that a relay', () => {
  test('is heard, once', () => {
    const { relayLog, lines, heard, connecting } = setUp()
    for (const status of [connecting(), heard(), heard({ latencyMs: 5 }), heard()]) {
      relayLog.observe(status)
    }
    expect(lines()).toEqual([`ready: ${URL_A} heard`])
  })

  test('is lost, with why and when it is tried again', () => {
    const { relayLog, lines, entries, heard, waiting } = setUp()
    relayLog.observe(heard())
    relayLog.observe(waiting('relay closed the connection (1006)', 1_400))
    expect(lines().slice(1)).toEqual([
      `disconnect: ${URL_A}: relay closed the connection (1006), trying again in 2 s`,
    ])
    expect(entries[1]?.data).toEqual({
      relay: URL_A,
      reason: 'relay closed the connection (1006)',
    })
  })

  test('was added or removed by the owner, and later treats it as a new relay', () => {
    const { relayLog, lines, heard } = setUp()
    relayLog.observe(heard())
    relayLog.removed(URL_A)
    relayLog.added(URL_A)
    relayLog.observe(heard())
    expect(lines()).toEqual([
      `ready: ${URL_A} heard`,
      `disconnect: ${URL_A} removed from the relays`,
      `info: ${URL_A} added to the relays`,
      `ready: ${URL_A} heard`,
    ])
  })

  test('is heard again, and after how long', () => {
    const { relayLog, lines, clock, heard, waiting } = setUp()
    relayLog.observe(heard())
    relayLog.observe(waiting('silent'))
    clock.advance(12_340)
    relayLog.observe(heard())
    expect(lines()[2]).toBe(`ready: ${URL_A} heard again after 12.3 s`)
  })

  test('can’t be reached, once for as long as the reason is the same', () => {
    const { relayLog, lines, connecting, waiting } = setUp()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      relayLog.observe(connecting())
      relayLog.observe(waiting('connection refused'))
    }
    expect(lines()).toEqual([`disconnect: ${URL_A}: connection refused, trying again in 1 s`])
  })

  test('can’t be reached for another reason than before', () => {
    const { relayLog, lines, waiting } = setUp()
    relayLog.observe(waiting('connection refused'))
    relayLog.observe(waiting('host not found'))
    expect(lines()).toHaveLength(2)
    expect(lines()[1]).toContain('host not found')
  })

  test('can’t be reached, but not again for the reason it was lost for', () => {
    const { relayLog, lines, heard, waiting } = setUp()
    relayLog.observe(heard())
    relayLog.observe(waiting('connection refused'))
    relayLog.observe(waiting('connection refused', 2_000))
    expect(lines()).toHaveLength(2)
  })

  test('refuses our events, once for each reason', () => {
    const { relayLog, lines, heard } = setUp()
    relayLog.observe(heard())
    for (let n = 0; n < 10; n += 1)
      relayLog.observe(heard({ rejection: { error: 'rate-limited' } }))
    relayLog.observe(heard({ rejection: { error: 'blocked' } }))
    expect(lines().slice(1)).toEqual([
      `warning: ${URL_A} refuses our events: rate-limited`,
      `warning: ${URL_A} refuses our events: blocked`,
    ])
  })

  test('asks us to slow down, once each time that this begins', () => {
    const { relayLog, lines, heard } = setUp()
    const slowDown = { since: 1, until: 2, reason: 'rate-limited: slow down' }
    relayLog.observe(heard({ slowDown }))
    for (const until of [3, 4]) relayLog.observe(heard({ slowDown: { ...slowDown, until } }))
    relayLog.observe(heard())
    relayLog.observe(heard({ slowDown: { ...slowDown, since: 9 } }))
    const line = `warning: ${URL_A} asks us to slow down, and is sent less: rate-limited: slow down`
    expect(lines().slice(1)).toEqual([line, line])
  })

  test('refuses our events again after it accepted some', () => {
    const { relayLog, lines, heard } = setUp()
    for (const rejection of [{ error: 'blocked' }, null, { error: 'blocked' }])
      relayLog.observe(heard({ rejection }))
    expect(lines().filter((line) => line.startsWith('warning'))).toHaveLength(2)
  })

  test('changed, independently of other relays', () => {
    const { relayLog, lines, heard, waiting } = setUp()
    relayLog.observe(heard())
    relayLog.observe(relayStatus({ url: URL_B }))
    relayLog.observe(waiting('silent'))
    expect(lines()).toEqual([
      `ready: ${URL_A} heard`,
      `ready: ${URL_B} heard`,
      `disconnect: ${URL_A}: silent, trying again in 1 s`,
    ])
  })
})

test('a relay whose connection we close ourselves is not logged', () => {
  const { relayLog, lines, heard } = setUp()
  relayLog.observe(heard())
  relayLog.observe(relayStatus({ url: URL_A, state: 'closed', heard: false }))
  expect(lines()).toEqual([`ready: ${URL_A} heard`])
})
