import { expect, test } from 'vitest'
import { notifyAnswer } from '#contract/notify.ts'
import { ask } from '../support/access.ts'
import { fitting } from '../support/fitting.ts'
import { startOwnedSigner } from '../support/owned-signer.ts'
import { until } from '../support/until.ts'
import { startWebhook } from '../support/webhook.ts'

const TOKEN = 'tk_a-token-that-only-the-webhook-gets'
const SECRET = 'what the event says'

test('An owner who is away is notified of a question and of its end, and where to look', async (t) => {
  const { server, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
  const { url, posts } = await startWebhook()
  const body = { url, token: TOKEN, console: 'https://floe.example/' }

  const tried = await ask(server, 'tryNotify', { headers: headers.admin, body })
  expect(tried).toMatchObject({ status: 200, body: { ok: true } })
  await ask(server, 'saveNotify', { headers: headers.admin, body })
  await preset('ask')
  const asked = signEvent(0, SECRET)
  const [id = ''] = await waiting(1)
  await until(() => posts.length === 2)
  await answer(id, { verdict: 'refuse' })
  await until(() => posts.length === 3)
  // The webhook counts a request before it answers it.
  await until(() => server.context.keysets.first.notifier.waiting === 0)
  await asked

  expect(posts.map(({ body: { kind, state, cause } }) => [kind, state, cause])).toEqual([
    ['test', 'open', 'test'],
    ['question', 'open', id],
    ['question', 'over', id],
  ])
  expect(posts[1]).toMatchObject({
    headers: { authorization: `Bearer ${TOKEN}`, 'x-click': 'https://floe.example/' },
    body: { title: 'sign asks', message: expect.stringContaining('change your profile') },
  })
  expect(JSON.stringify(posts)).not.toContain(SECRET)
  const { body: shown, text } = await ask(server, 'notify', { headers: headers.admin })
  expect(fitting(notifyAnswer, shown)).toMatchObject({
    ...{ source: 'saved', hasToken: true, waiting: 0, last: { ok: true } },
    host: new URL(url).host,
  })
  for (const secret of [TOKEN, 'topic-that-is-a-secret']) expect(text).not.toContain(secret)
})

test('A webhook that is dead holds up no answer, and is shown', async (t) => {
  const { server, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
  const { url } = await startWebhook(() => 503)

  await ask(server, 'saveNotify', { headers: headers.admin, body: { url } })
  await preset('ask')
  const asked = signEvent(1, 'a note')
  const [id = ''] = await waiting(1)
  await answer(id, { verdict: 'allow' })

  expect((await asked).status).toBe(200)
  await until(async () =>
    (await ask(server, 'notify', { headers: headers.admin })).text.includes('503'),
  )
  const removed = await ask(server, 'deleteNotify', { headers: headers.admin })
  expect(removed.body).toMatchObject({ source: 'none', waiting: 0 })
})

test('An address that nothing can be posted to is refused, with the reason', async (t) => {
  const { server, headers } = await startOwnedSigner(t)
  const save = async (url: string) =>
    ask(server, 'saveNotify', { headers: headers.admin, body: { url } })

  for (const url of ['ftp://files.example/x', 'topic', 'javascript:alert(1)']) {
    expect(await save(url)).toMatchObject({
      status: 400,
      text: expect.stringContaining('web address'),
    })
  }
  const named = await save('https://user:pass@ntfy.example/topic')
  expect(named).toMatchObject({
    status: 400,
    text: expect.stringContaining('give a token instead'),
  })
  expect(named.text).not.toContain('user:pass')
  const { body } = await ask(server, 'notify', { headers: headers.admin })
  expect(body).toMatchObject({ source: 'none' })
})
