import { expect, onTestFinished, test, vi } from 'vitest'
import type { Question } from '#contract/questions.ts'
import { questionNotification } from './notification.ts'

const SECRET = 'what only the owner may read'

const question: Question = {
  id: 'q1',
  caller: { door: 'peer', id: 'ab'.repeat(32), name: 'Anna’s phone' },
  operation: 'sign',
  kind: 0,
  event: { kind: 0, created_at: 1, tags: [['t', SECRET]], content: SECRET },
  count: 1,
  harmless: true,
  irreversible: false,
  askedAt: '2026-01-01T10:00:00.000Z',
  runsOutAt: '2026-01-01T10:05:00.000Z',
}

const app: Question = { ...question, caller: { door: 'app', id: 'ef'.repeat(32), name: 'Coracle' } }

const nobody = () => undefined

test('A notification says who asks for what and until when, but nothing of the event’s content', () => {
  const notification = questionNotification(question, nobody)
  expect(notification.title).toBe('Anna’s phone asks')
  expect(notification.message).toMatch(
    /^Anna’s phone wants to change your profile\. .* until \d\d:\d5 \S+; then ask once more there\.$/,
  )
  expect(JSON.stringify(notification)).not.toContain(SECRET)
})

test('The notification that a question is over has the same cause', () => {
  expect(questionNotification(question, nobody, 'ran out')).toMatchObject({
    cause: questionNotification(question, nobody).cause,
    state: 'over',
    title: 'Anna’s phone asked',
    message: 'Nobody answered in time whether it may change your profile: it was refused.',
  })
})

test('A caller without a name is named by the beginning of its key', () => {
  const { name: _, ...caller } = question.caller
  expect(questionNotification({ ...question, caller }, nobody).title).toBe('abababab asks')
})

test('The sender of a message is shown by name, or by the beginning of its key', () => {
  const counterparty = 'cd'.repeat(32)
  const { kind: _, event: __, ...rest } = question
  const reads: Question = { ...rest, operation: 'nip44.decrypt', counterparty }
  const names = new Map([[counterparty, 'Ben']])
  expect(questionNotification(reads, (key) => names.get(key)).message).toContain(
    'read what Ben sent you',
  )
  expect(questionNotification(reads, nobody).message).toContain('read what cdcdcdcd sent you')
})

test.each([
  ['UTC', '10:05 UTC'],
  ['Europe/Berlin', '11:05 GMT+1'],
  ['Asia/Kolkata', '15:35 GMT+5:30'],
])('The time until which a question waits has its time zone: %s', (zone, until) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(questionNotification(app, nobody).message).toContain(`It waits for you until ${until}.`)
})

test('A device’s question says how long the device waits, and an app’s does not', () => {
  const waits = 'The device waits 30 seconds at most, in a browser about 10.'
  expect(questionNotification(question, nobody).message).toContain(waits)
  expect(questionNotification(app, nobody).message).not.toContain('seconds')
})
