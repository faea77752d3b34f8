import { expect, test } from 'vitest'
import { notifyRequest } from './notify.ts'

const URL = 'https://ntfy.example/mine'

test('the console may have any web address', () => {
  for (const console of ['https://floe.example', 'http://192.168.1.2:8002']) {
    expect(notifyRequest.safeParse({ url: URL, console }).success).toBe(true)
  }
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc',
  'https://me:pass@floe.example',
])('a notification never links to %s', (console) => {
  const parsed = notifyRequest.safeParse({ url: URL, console })
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ['console'],
    message: expect.stringMatching(/^must /),
  })
})
