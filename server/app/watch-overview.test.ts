import { expect, onTestFinished, test } from 'vitest'
import type { Need, NeedCode, Overview } from '#contract/overview.ts'
import type { Notification } from '#notify/notification.ts'
import { Notifier } from '#notify/notifier.ts'
import { createNeedNotifier } from './watch-overview.ts'

const MINUTE = 60_000
const CHANNEL = { url: 'http://127.0.0.1:9', token: null, console: null }

const need = (code: NeedCode, params: Need['params'] = {}): Need => ({
  ...{ code, severity: 'warning', params, since: null, action: null },
})

const READY = { word: 'ready', tone: 'ok' } as const

/** A Floe, and what its owner was sent. @param before the same Floe before a restart */
function setUp(before: { kept: Notification[]; sent: string[] } = { kept: [], sent: [] }) {
  const { sent } = before
  const at = { hasChannel: true, kept: before.kept, sent }
  const notifier = new Notifier({
    channel: () => (at.hasChannel ? CHANNEL : null),
    deliver: async (_, { cause, state }) => {
      sent.push(`${cause} ${state}`)
      return { ok: true }
    },
    kept: {
      get: () => at.kept,
      set: (notifications) => {
        at.kept = [...notifications]
      },
    },
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(() => notifier.stop())
  const needs = createNeedNotifier(notifier, 0)
  /** Updates the needs at a time since the start (milliseconds), and waits until all notifications are sent. */
  const update = async (present: Need[], now: number, more: Partial<Overview> = {}) => {
    needs.update({ needs: present, status: READY, devices: [], ...more }, now)
    await expect.poll(() => notifier.waiting).toBe(0)
  }
  return { at, update, sent }
}

test('The owner is notified of what needs them once, and once of its end', async () => {
  const { update, sent } = setUp()
  await update([need('disk-full', { text: 'full' })], 0)
  await update([need('disk-full', { text: 'fuller' })], MINUTE)
  await update([], 2 * MINUTE)
  await update([], 3 * MINUTE)
  expect(sent).toEqual(['disk-full open', 'disk-full over'])
})

test('What often mends itself is notified only once it has lasted, and not if it ends before', async () => {
  const { update, sent } = setUp()
  await update([need('no-relay')], 0)
  await update([need('no-relay')], 4 * MINUTE)
  await update([], 4.5 * MINUTE)
  await update([need('no-relay')], 5 * MINUTE)
  expect(sent).toEqual([])
  await update([need('no-relay')], 10 * MINUTE)
  expect(sent).toEqual(['no-relay open'])
})

test('The same need of two devices is two notifications', async () => {
  const { update, sent } = setUp()
  await update([need('device-gone', { pubkey: '02' }), need('device-gone', { pubkey: '03' })], 0)
  expect(sent).toEqual(['device-gone 02 open', 'device-gone 03 open'])
})

test('Questions are not notified a second time, nor what the owner has done', async () => {
  const { update, sent } = setUp()
  await update([need('question'), need('stopped'), need('no-notifications')], 0)
  expect(sent).toEqual([])
})

test('What lasts over a restart is notified once, and once of its end', async () => {
  const before = setUp()
  const gone = need('device-gone', { pubkey: '02' })
  await before.update([gone], 0)
  // Until its devices are looked for, a Floe that has just started knows of none that is gone.
  const { update, sent } = setUp(before.at)
  await update([], 0)
  await update([gone], MINUTE)
  await update([gone], 2 * MINUTE)
  expect(sent).toEqual(['device-gone 02 open'])
  await update([], 3 * MINUTE)
  expect(sent).toEqual(['device-gone 02 open', 'device-gone 02 over'])
})

test('What ends while Floe is off is notified as over: at once, or once it is sure', async () => {
  const before = setUp()
  await before.update([need('backup-old'), need('relay-gone', { url: 'wss://a.example' })], 0)
  const { update, sent } = setUp(before.at)
  sent.length = 0
  await update([], 0)
  expect(sent).toEqual(['backup-old over'])
  await update([], 5 * MINUTE)
  expect(sent).toEqual(['backup-old over', 'relay-gone wss://a.example over'])
  sent.length = 0
  await setUp(before.at).update([], 5 * MINUTE)
  expect(sent).toEqual(['backup-old over', 'relay-gone wss://a.example over'])
})

test('A need is not reported as over because nothing is known of it', async () => {
  const { update, sent } = setUp()
  const unknown = { pubkey: '02', member: 2, state: 'unknown' } as const
  await update([need('device-gone', { pubkey: '02' })], 0)
  await update([need('no-relay')], 10 * MINUTE, { devices: [unknown] })
  await update([need('no-relay')], 20 * MINUTE, { devices: [unknown] })
  await update([], 30 * MINUTE, { devices: [unknown], status: { word: 'stopped', tone: 'bad' } })
  expect(sent).toEqual(['device-gone 02 open', 'no-relay open'])
  await update([], 40 * MINUTE)
  expect(sent.slice(2)).toEqual(['device-gone 02 over', 'no-relay over'])
})

test('A signer that can’t sign is not reported as signing again because no relay is heard either', async () => {
  const { update, sent } = setUp()
  await update([need('cannot-sign')], 0)
  await update([need('cannot-sign')], 5 * MINUTE)
  await update([need('no-relay')], 10 * MINUTE, { status: { word: 'no-relay', tone: 'bad' } })
  await update([], 11 * MINUTE, { status: { word: 'failed', tone: 'bad' } })
  expect(sent).toEqual(['cannot-sign open'])
  await update([], 20 * MINUTE)
  expect(sent).toEqual(['cannot-sign open', 'cannot-sign over'])
})

test('A relay that is gone is not reported as back while the signer starts anew', async () => {
  const { update, sent } = setUp()
  await update([need('relay-gone', { url: 'wss://a.example' })], 0)
  await update([], 10 * MINUTE, { status: { word: 'connecting', tone: 'wait' } })
  expect(sent).toEqual(['relay-gone wss://a.example open'])
})

test('A need that lasts is notified once there is a channel', async () => {
  const { at, update, sent } = setUp()
  at.hasChannel = false
  await update([need('disk-full')], 0)
  at.hasChannel = true
  await update([need('disk-full')], MINUTE)
  at.hasChannel = false
  await update([], 2 * MINUTE)
  at.hasChannel = true
  await update([], 3 * MINUTE)
  expect(sent).toEqual(['disk-full open'])
})
