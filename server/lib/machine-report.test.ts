import { expect, it } from 'vitest'
import { withoutKeys } from './machine-report.ts'

it('keeps a sentence without its keys, and without what follows the host in its addresses', () => {
  const key = 'ab'.repeat(32)
  for (const [text, shown] of [
    ['wss://relay.example/inbox?token=x said no', 'wss://relay.example said no'],
    ['https://anna:pass@host.example:8443/topic', 'https://host.example:8443'],
    [`02${key} and npub1qqqqqq, bfshare1xyz`, '(key) and (key), (key)'],
    ['closed with 1006 after 12 s', 'closed with 1006 after 12 s'],
  ]) {
    expect(withoutKeys(text ?? '')).toBe(shown)
  }
})
