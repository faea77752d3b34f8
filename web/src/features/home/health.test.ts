import { describe, expect, it } from 'vitest'
import type { Overview, SignerWord } from '#contract/overview.ts'
import { signerStates } from '#contract/status.ts'
import { describeHealth, detailOf, signerWord, withoutSeconds } from './health.ts'

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
    ['Ready: 2 of 2 peers online', '2 of 2 peers online'],
    [
      'Ready: 1 of 2 peers online. Not hearing wss://a.example: connection refused',
      '1 of 2 peers online. Not hearing wss://a.example: connection refused',
    ],
    ['Looking for peers (0 of 2)', '0 of 2'],
    ['No credentials are saved', ''],
  ])('%j adds %j to the headline', (reason, detail) => {
    expect(detailOf(reason)).toBe(detail)
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

describe('the status at first glance', () => {
  const relay = { heard: true } as never
  const describe = (word: SignerWord, reason: string, relayStates = [relay]) =>
    describeHealth({
      overview: { status: { word, tone: 'ok' } } as Overview,
      ...{ reasonMessage: { error: reason, code: 'text' }, relayStates },
    })

  it('says that it is ready to sign, and that its relays are heard', () => {
    expect(describe('ready', 'Ready: 2 of 2 peers online', [relay, relay])).toEqual({
      title: 'Ready to sign',
      detail: '2 of 2 peers online. Both relays heard',
    })
  })

  it('says what a signer that can sign still lacks', () => {
    const reason = 'Ready: 1 of 2 peers online. Not hearing wss://b.example: connection refused'
    expect(describe('ready', reason, [relay, { heard: false } as never]).detail).toBe(
      '1 of 2 peers online. Not hearing wss://b.example: connection refused',
    )
  })

  it('says the whole reason where nothing works', () => {
    const reason = 'Not hearing any relay for 40 s, trying again in 8 s (refused)'
    expect(describe('no-relay', reason)).toEqual({ title: 'No relay is heard', detail: reason })
    const invalid = 'Failed to create BifrostNode: Invalid credentials'
    expect(describe('failed', invalid)).toEqual({
      title: "Can't sign: the signer is stopped",
      detail: invalid,
    })
  })

  it('says that the owner has stopped it, whatever it could do', () => {
    const stopped = { since: '2026-03-01T11:00:00.000Z' }
    expect(describe('stopped', 'Ready: 2 of 2 peers online').title).toBe('Stopped by the owner')
    expect(signerWord({ state: 'running', stopped })).toBe('Stopped by the owner')
  })
})
