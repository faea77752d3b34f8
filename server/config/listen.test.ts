import { expect, test } from 'vitest'
import { signInUrl } from './listen.ts'

test.each([
  ['127.0.0.1', undefined, 'http://127.0.0.1:8002/#token=t'],
  ['floe.lan', undefined, 'http://floe.lan:8002/#token=t'],
  ['::1', undefined, 'http://[::1]:8002/#token=t'],
  ['0.0.0.0', undefined, 'http://localhost:8002/#token=t'],
  ['::', undefined, 'http://localhost:8002/#token=t'],
  ['0.0.0.0', 80, 'http://localhost:80/#token=t'],
  ['0.0.0.0', 18_002, 'http://localhost:18002/#token=t'],
])(
  'the sign-in link of a server on %s, published as %s, can be opened',
  (host, publishedPort, url) => {
    expect(signInUrl({ host, publishedPort, basePath: '' }, 8_002, 't')).toBe(url)
  },
)

test('the sign-in link contains BASE_PATH', () => {
  const config = { host: '0.0.0.0', publishedPort: undefined, basePath: '/floe' }
  expect(signInUrl(config, 8_002, 't')).toBe('http://localhost:8002/floe/#token=t')
})
