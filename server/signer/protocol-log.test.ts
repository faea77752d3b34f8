import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import { recordedLog, testClock } from '../../tests/support/signer-parts.ts'
import { Reporter } from './protocol-log.ts'

const ALICE = 'a1'.repeat(32)
const BOB = 'b2'.repeat(32)
const RELAY = 'wss://relay.example/path'

function setUp() {
  const clock = testClock()
  const recorded = recordedLog(clock.now)
  return { clock, ...recorded, reporter: new Reporter(recorded.log, clock.now) }
}

describe('a refused message', () => {
  test('is in the log with its reason and its sender', () => {
    const { entries, reporter } = setUp()
    reporter.bounced(protocolTexts.notAPeer, ALICE)
    expect(entries[0]).toMatchObject({
      type: 'bifrost',
      message: 'Message bounced: pubkey not in peers list, from a1a1a1a1',
      data: { reason: protocolTexts.notAPeer, peer: ALICE },
    })
  })

  test('whose sender is unknown is in the log with its relay’s whole URL', () => {
    const { entries, reporter } = setUp()
    reporter.bounced(refusal.contentTooLarge, RELAY)
    expect(entries[0]?.message).toBe(`Message bounced: content too large, from ${RELAY}`)
    expect(entries[0]?.data).toEqual({ reason: refusal.contentTooLarge, peer: RELAY })
  })

  test('that is a request is in the log with its type and other details', () => {
    const { entries, reporter } = setUp()
    reporter.rejected('/sign/req', refusal.duplicateHash, ALICE, { hashes: 2 })
    expect(entries[0]?.message).toBe(
      'Request /sign/req rejected: duplicate hash in session, from a1a1a1a1',
    )
    expect(entries[0]?.data).toEqual({ reason: refusal.duplicateHash, peer: ALICE, hashes: 2 })
  })
})

describe('a flood of one reason from one sender', () => {
  test('is one entry', () => {
    const { entries, reporter, clock } = setUp()
    for (let n = 0; n < 10_000; n += 1) {
      reporter.bounced(refusal.rateLimited, ALICE)
      clock.advance(5)
    }
    expect(entries).toHaveLength(1)
  })

  test('is one entry a minute while it lasts, each with the number of messages', () => {
    const { entries, reporter, clock } = setUp()
    for (let n = 0; n < 180; n += 1) {
      reporter.bounced(refusal.rateLimited, ALICE)
      clock.advance(1_000)
    }
    expect(entries).toHaveLength(3)
    expect(entries.map((entry) => entry.data)).toMatchObject([
      {},
      { suppressed: 59 },
      { suppressed: 59 },
    ])
    expect(entries[0]?.data).not.toHaveProperty('suppressed')
    expect(entries[1]?.message).toContain('(59 more in the last minutes)')
  })

  test('hides neither other reasons, nor other senders, nor other requests', () => {
    const { entries, reporter } = setUp()
    for (let n = 0; n < 100; n += 1) reporter.bounced(refusal.rateLimited, ALICE)
    reporter.bounced(refusal.rateLimited, BOB)
    reporter.bounced(refusal.decryption, ALICE)
    reporter.rejected('/sign/req', refusal.rateLimited, ALICE)
    reporter.rejected('/ecdh/req', refusal.rateLimited, ALICE)
    expect(entries).toHaveLength(5)
  })
})

test('countless senders take bounded memory, and a forgotten reason is logged again', () => {
  const { entries, reporter } = setUp()
  reporter.bounced(refusal.decryption, ALICE)
  for (let n = 0; n < 1_000; n += 1) reporter.bounced(refusal.decryption, `${n}`.padStart(64, '0'))
  reporter.bounced(refusal.decryption, ALICE)
  expect(entries).toHaveLength(1_002)
})
