import { expect, it } from 'vitest'
import { notifyRequest } from '#contract/notify.ts'
import { requestOf } from './notification-form.ts'

const CONSOLE = 'http://umbrel.local:8002'
const TOPIC = 'https://ntfy.sh/topic'

it('asks for notifications to an address, with a token only if one was typed', () => {
  const plain = requestOf({ url: ` ${TOPIC} `, token: '' }, CONSOLE)
  expect(plain).toEqual({ ok: true, request: { url: TOPIC, console: CONSOLE } })
  const secret = requestOf({ url: TOPIC, token: 'tk_1 ' }, CONSOLE)
  expect(secret).toMatchObject({ request: { token: 'tk_1' } })
})

it.each([
  [TOPIC, ''],
  ['http://192.168.1.4:8080/floe?up=1', 'tk_~!'],
])('accepts what the server accepts: %s', (url, token) => {
  const filled = requestOf({ url, token }, CONSOLE)
  expect(notifyRequest.safeParse(filled.ok && filled.request)).toMatchObject({ success: true })
})

it.each([
  ['', '', ['url']],
  ['ntfy.sh/topic', '', ['url']],
  ['ftp://ntfy.sh/topic', '', ['url']],
  ['https://anna:secret@ntfy.sh/topic', '', ['url']],
  [TOPIC, 'two words', ['token']],
  ['no', 'tökén', ['url', 'token']],
])('refuses %j with the token %j', (url, token, problems) => {
  const filled = requestOf({ url, token }, CONSOLE)
  expect(filled.ok || Object.keys(filled.problems)).toEqual(problems)
})
