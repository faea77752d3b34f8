import { expect, test } from 'vitest'
import { notifyRequest } from './notify.ts'

const URL = 'https://ntfy.example/mine'

test('a console is linked to where it is on the web', () => {
  for (const console of ['https://floe.example', 'http://192.168.1.2:8002']) {
    expect(notifyRequest.safeParse({ url: URL, console }).success).toBe(true)
  }
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc',
  'https://me:pass@floe.example',
])('nobody is sent to %s by a notice', (console) => {
  const parsed = notifyRequest.safeParse({ url: URL, console })
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ['console'],
    message: expect.stringMatching(/^must /),
  })
})
