import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tests/support/free-port.ts'
import { until } from '../../tests/support/until.ts'
import { startWebhook } from '../../tests/support/webhook.ts'
import type { Notification } from './notification.ts'
import { Notifier } from './notifier.ts'

const question = (id: string, state: Notification['state'] = 'open'): Notification => ({
  cause: id,
  kind: 'question',
  state,
  title: 'Anna’s phone asks',
  message: `It wants to change your profile (${id}).`,
  page: '/#questions',
})

const NOTHING_KEPT = { kept: { get: () => [], set: () => {} }, onError: () => {} }

function notifierTo(url: string, token: string | null = null) {
  const channel = { url, token, console: 'https://floe.example:8002' }
  const notifier = new Notifier({ ...NOTHING_KEPT, channel: () => channel, firstRetry: 20 })
  onTestFinished(() => notifier.stop())
  return notifier
}

test('A question is sent once, with a link and the headers that ntfy needs', async () => {
  const { url, posts } = await startWebhook()
  const notifier = notifierTo(url, 'a-token')

  notifier.notify(question('1'))
  await until(() => notifier.last !== null)

  expect(posts).toHaveLength(1)
  expect(posts[0]?.headers).toMatchObject({
    authorization: 'Bearer a-token',
    'x-template': 'yes',
    'x-title': '{{.title}}',
    'x-message': '{{.message}}',
    'x-click': 'https://floe.example:8002/#questions',
  })
  expect(posts[0]?.body).toMatchObject({ title: 'Anna’s phone asks', cause: '1', state: 'open' })
  expect(notifier.last).toMatchObject({ ok: true })
})

test('The end of a question is sent too, if the question was', async () => {
  const { url, posts } = await startWebhook()
  const notifier = notifierTo(url)

  notifier.notify(question('1'))
  notifier.notify(question('1', 'over'))
  notifier.notify(question('never told', 'over'))
  await until(() => notifier.waiting === 0)
  notifier.notify(question('1', 'over'))
  await until(() => notifier.waiting === 0)

  expect(posts.length).toBeLessThanOrEqual(2)
  expect(posts.map(({ body }) => body['state'])).toEqual(['open', 'over'].slice(0, posts.length))
})

test('A channel that fails holds nobody up, and later gets only questions that still wait', async () => {
  let status = 503
  const { url, posts } = await startWebhook(() => status)
  const notifier = notifierTo(url)

  notifier.notify(question('1'))
  notifier.notify(question('2'))
  notifier.notify(question('2', 'over'))
  notifier.notify(question('3'))
  await until(() => notifier.last?.ok === false)
  expect(notifier.last?.error).toBe('it answered 503')

  posts.length = 0
  status = 200
  await until(() => notifier.waiting === 0 && notifier.last?.ok === true)
  expect(posts.filter(({ body }) => body['cause'] === '2')).toEqual([])
  expect(posts.at(-1)?.body['cause']).toBe('3')
})

test('While a channel fails for long, the newest hundred notifications are kept', async () => {
  const notifier = notifierTo(`http://127.0.0.1:${await freePort()}/`)
  for (let id = 0; id < 1_000; id++) notifier.notify(question(String(id)))
  expect(notifier.waiting).toBe(100)
  await until(() => notifier.last?.ok === false)
  expect(notifier.last?.error).toContain('nothing listens there')
})

test.each([
  [302, 'elsewhere'],
  [403, 'token'],
  [404, 'address'],
  [429, 'asks for less'],
])('A refusal is explained, and no redirect is followed: %i', async (status, words) => {
  const { url, posts } = await startWebhook(() => status)
  const outcome = await notifierTo(url).test(
    { url, token: null, console: null },
    { ...question('1'), kind: 'test' },
  )
  expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining(words) })
  expect(JSON.stringify(outcome)).not.toContain('secret')
  expect(posts).toHaveLength(1)
  expect(posts[0]?.headers).not.toHaveProperty('x-click')
})

test('Without a channel nothing is sent', async () => {
  const notifier = new Notifier({ ...NOTHING_KEPT, channel: () => null })
  notifier.notify(question('1'))
  expect(notifier.waiting).toBe(0)
})

test('If the needs sent before can not be read, notifications are sent all the same, and it is reported', async () => {
  const { url, posts } = await startWebhook()
  const errors: unknown[] = []
  const notifier = new Notifier({
    channel: () => ({ url, token: null, console: null }),
    kept: { get: () => JSON.parse('{'), set: () => {} },
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => notifier.stop())
  notifier.notify(question('1'))
  await until(() => notifier.last !== null)
  expect(posts).toHaveLength(1)
  expect(errors).toEqual([expect.any(SyntaxError)])
})
