import { describe, expect, it } from 'vitest'
import { signerStates } from '../../../../server/contract/status.ts'
import { signerWord, splitReason, withoutSeconds } from './verdict.ts'

describe("the console's word for the signer", () => {
  it('is Running while it can hear, Starting... while it tries to, Stopped otherwise', () => {
    const words = Object.fromEntries(signerStates.map((state) => [state, signerWord(state)]))
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
