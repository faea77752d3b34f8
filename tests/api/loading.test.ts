import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import type { Loaded } from '../support/loaded-modules.ts'
import { raw } from '../support/raw-request.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const PRELOADED = join(import.meta.dirname, '../support/loaded-modules.ts')

/** Parts of the HTTP application, one of each kind. */
const APPLICATION = [
  'server/app.ts',
  'server/routes/table.ts',
  'node_modules/hono/dist/hono.js',
  'node_modules/zod/index.js',
]
/** Node's fetch, with Response and its like: 3.4 MB. */
const FETCH = 'NativeModule internal/deps/undici/undici'

/** What a signer that hears a relay and gets the calls of `use` has loaded by its end. */
async function loadedBy(scope: Scope, use: (floe: FloeServer) => Promise<unknown>) {
  const relay = await startRelayFor(scope)
  const into = join(temporaryFolder(scope), 'loaded.json')
  const floe = await startFloe(scope, {
    ...firstShare(newKeyset(), [relay.url]),
    NODE_OPTIONS: `--import=${PRELOADED}`,
    FLOE_TEST_LOADED: into,
  })
  await until(() => floe.stdout.includes('Signer running'), { what: 'a relay that is heard' })
  await use(floe)
  floe.send('SIGTERM')
  expect(await floe.exit).toEqual({ code: 0, signal: null })
  const { files, ofNode }: Loaded = JSON.parse(readFileSync(into, 'utf8'))
  return {
    application: APPLICATION.filter((part) => files.some((file) => file.endsWith(part))),
    fetch: ofNode.includes(FETCH),
  }
}

describe.concurrent('What serves the API and the console', () => {
  test('takes no memory while only health checks come, and neither does fetch', async (t) => {
    const loaded = await loadedBy(t, async ({ url }) => {
      const { status } = await raw({ port: Number(new URL(url).port) }, '/api/health')
      expect(status).toBe(200)
    })

    expect(loaded).toEqual({ application: [], fetch: false })
  })

  test('is there with the first other call', async (t) => {
    const loaded = await loadedBy(t, async (floe) => {
      expect((await floe.get('/api/status')).status).toBe(200)
    })

    expect(loaded).toEqual({ application: APPLICATION, fetch: true })
  })

  test('answers the first call also when the server is told to stop while it is being loaded', async (t) => {
    const server = await startServer(t)
    const socket = connect(server.port, '127.0.0.1')
    t.onTestFinished(() => {
      socket.destroy()
    })
    const host = 'HTTP/1.1\r\nHost: localhost\r\n'
    // With the answer to the one, the other has come too.
    socket.write(`GET /api/health ${host}\r\nGET /api/env ${host}Connection: close\r\n\r\n`)
    await once(socket, 'readable')

    const stopped = server.stop()

    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    await stopped
  })
})
