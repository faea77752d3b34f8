import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { http } from '#contract/messages.ts'
import { startServer } from '../support/api-server.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

const PAGE = '<!doctype html><title>Console</title>'
const SCRIPT = 'export {}'
const OUTSIDE = 'what nobody may have'

/** A built console, with files around it that nobody may read. */
async function startConsole(t: Scope) {
  const folder = temporaryFolder(t)
  const consoleDir = join(folder, 'dist', 'web')
  mkdirSync(join(consoleDir, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'dist', 'web-secret'))
  writeFileSync(join(consoleDir, 'index.html'), PAGE)
  writeFileSync(join(consoleDir, 'icon.png'), 'a picture')
  writeFileSync(join(consoleDir, 'manifest.webmanifest'), '{}')
  writeFileSync(join(consoleDir, 'assets', 'app.js'), SCRIPT)
  writeFileSync(join(consoleDir, 'assets', 'app.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(consoleDir, 'assets', 'app.js.gz'), gzipSync(SCRIPT))
  for (const path of ['secret.txt', 'dist/secret.txt', 'dist/web-secret/secret.txt']) {
    for (const compressed of ['', '.br', '.gz']) {
      writeFileSync(join(folder, path + compressed), OUTSIDE)
    }
  }
  return startServer(t, { consoleDir, dataDir: join(folder, 'dist', 'data') })
}

/** Of a browser that accepts compression, which makes the server look for more files. */
const RAW_HEADERS = 'Host: localhost\r\nConnection: close\r\nAccept-Encoding: gzip, br\r\n'

/** A raw request line, such as no client would send. */
async function rawGet(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\n${RAW_HEADERS}\r\n`)
  let text = ''
  for await (const part of socket) text += part
  return text
}

test('The console is served with its types and the headers that protect it', async (t) => {
  const server = await startConsole(t)

  const page = await server.get('/')
  const script = await server.get('/assets/app.js')

  expect(page).toMatchObject({ status: 200, text: PAGE })
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(script).toMatchObject({ status: 200, text: SCRIPT })
  expect(script.headers.get('content-type')).toContain('javascript')
  for (const { headers } of [page, script]) {
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

test.each([
  ['/', 'no-cache'],
  ['/index.html', 'no-cache'],
  ['/assets/app.js', 'public, max-age=31536000, immutable'],
  ['/icon.png', 'public, max-age=3600'],
])('A browser learns how long to keep %s: %s', async (path, lifetime) => {
  const server = await startConsole({ onTestFinished })

  expect((await server.get(path)).headers.get('cache-control')).toBe(lifetime)
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', null],
])(
  'A browser that accepts %s gets the file as the build has compressed it: %s',
  async (accepted, encoding) => {
    const server = await startConsole({ onTestFinished })

    const script = await server.get('/assets/app.js', { 'Accept-Encoding': accepted })

    expect(script).toMatchObject({ status: 200, text: SCRIPT })
    expect(script.headers.get('content-encoding')).toBe(encoding)
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(script.headers.get('vary')).toBe('Accept-Encoding')
  },
)

test('The manifest is served with its own type', async (t) => {
  const server = await startConsole(t)

  const { headers } = await server.get('/manifest.webmanifest')

  expect(headers.get('content-type')).toBe('application/manifest+json')
})

test('A file that is not there is answered with 404', async (t) => {
  const server = await startConsole(t)

  const answer = await server.get('/assets/none.js')

  expect(answer).toMatchObject({ status: 404, body: { error: http.notFound } })
})

test('Nothing outside the console is served, however the path is written', async (t) => {
  const server = await startConsole(t)
  const ups = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '....', '..;', '%c0%ae%c0%ae']
  const slashes = ['/', '%2f', '%2F', '%5c', '\\', '//', '%252f', '/./', '%c0%af', '%u2215']
  const starts = ['/', '//', '/assets/', '/index.html/', '/./', '/api/../']
  const targets = ['secret.txt', 'secret.txt.br', 'data/secret.key']
  const paths = starts.flatMap((start) =>
    ups.flatMap((up) =>
      slashes.flatMap((slash) =>
        targets.flatMap((target) => [
          `${start}${up}${slash}${target}`,
          `${start}${up}${slash}${up}${slash}${target}`,
        ]),
      ),
    ),
  )
  const others = [
    '-secret/secret.txt',
    '-secret/secret.txt.gz',
    '//secret.txt',
    '/%00',
    '/%',
    '/%E0%A4%A',
    '/\\..\\secret.txt',
  ]

  const tried = [...paths, ...others]
  for (let at = 0; at < tried.length; at += 100) {
    const answers = await Promise.all(
      tried.slice(at, at + 100).map((path) => rawGet(server.port, path)),
    )
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /)
      expect(answer).not.toContain(OUTSIDE)
      expect(answer).not.toMatch(/\n\s+at /)
    }
  }
})

test('An absolute or strange request line gets no file from elsewhere either', async (t) => {
  const server = await startConsole(t)

  for (const path of [
    'http://localhost/../secret.txt',
    'file:///etc/passwd',
    '*',
    '?',
    '/etc/passwd',
  ]) {
    const answer = await rawGet(server.port, path)
    expect(answer).not.toContain(OUTSIDE)
    expect(answer).not.toContain('root:')
  }
})

test('A server whose console was never built answers its API all the same', async (t) => {
  const server = await startServer(t, { consoleDir: join(temporaryFolder(t), 'web') })

  expect((await server.get('/')).status).toBe(404)
  expect((await server.get('/api/health')).status).toBe(200)
})
