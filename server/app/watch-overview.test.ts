import { expect, test } from 'vitest'
import type { Need, NeedCode } from '#contract/overview.ts'
import { createNeedNotifier } from './watch-overview.ts'

const MINUTE = 60_000

const need = (code: NeedCode, params: Need['params'] = {}): Need => ({
  ...{ code, severity: 'warning', params, since: null, action: null },
})

function notifier() {
  const sent: string[] = []
  const { update } = createNeedNotifier(({ code }, state) => void sent.push(`${code} ${state}`))
  return { update, sent }
}

test('The owner is notified of what needs them once, and once of its end', () => {
  const { update, sent } = notifier()
  update([need('disk-full', { text: 'full' })], 0)
  update([need('disk-full', { text: 'fuller' })], MINUTE)
  update([], 2 * MINUTE)
  expect(sent).toEqual(['disk-full open', 'disk-full over'])
})

test('What often mends itself is notified only once it has lasted, and not if it ends before', () => {
  const { update, sent } = notifier()
  update([need('no-relay')], 0)
  update([need('no-relay')], 4 * MINUTE)
  update([], 4.5 * MINUTE)
  update([need('no-relay')], 5 * MINUTE)
  expect(sent).toEqual([])
  update([need('no-relay')], 10 * MINUTE)
  expect(sent).toEqual(['no-relay open'])
})

test('The same need of two devices is two notifications', () => {
  const { update, sent } = notifier()
  update([need('device-gone', { pubkey: '02' }), need('device-gone', { pubkey: '03' })], 0)
  expect(sent).toEqual(['device-gone open', 'device-gone open'])
})

test('Questions are not notified a second time, nor what the owner has done', () => {
  const { update, sent } = notifier()
  update([need('question'), need('stopped'), need('no-notifications')], 0)
  expect(sent).toEqual([])
})
