import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventStreamConnected } from '#contract/messages.ts'
import { byKey, CLOSED } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

const API_KEY = 'sixteen letters!'

async function startBelow(t: Scope, environment: Readonly<Record<string, string>> = {}) {
  const consoleDir = join(temporaryFolder(t), 'web')
  mkdirSync(join(consoleDir, 'assets'), { recursive: true })
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(consoleDir, 'assets', 'app.js'), 'export {}')
  const given = { ...CLOSED, BASE_PATH: '/home/floe', ...environment }
  return startServer(t, { environment: given, consoleDir })
}

test('Everything is below BASE_PATH, and also at the root for a proxy that cuts the path off', async (t) => {
  const server = await startBelow(t, { API_KEY })
  const root = `http://127.0.0.1:${server.port}`
  const headers = byKey(API_KEY)

  for (const base of [`${root}/home/floe`, root]) {
    const get = async (path: string) => {
      const answer = await fetch(base + path, { headers })
      return [answer.status, await answer.text()]
    }
    expect(await get('/')).toEqual([200, expect.stringContaining('<title>Console')])
    expect(await get('/assets/app.js')).toEqual([200, 'export {}'])
    expect(await get('/api/health')).toEqual([200, expect.stringContaining('"status"')])
    expect(await get('/api/audit?limit=none')).toEqual([400, expect.stringContaining('limit')])
    expect(await get('/api/nothing')).toEqual([404, expect.any(String)])
    const events = await openEvents(t, base, { query: `?apiKey=${API_KEY}` })
    const first = await events.frame(() => true)
    expect(first).toMatchObject({ type: 'system', message: eventStreamConnected })
  }
  for (const path of ['/home', '/home/floes/', '/home/floe.html', '/home/floe/home/floe/']) {
    expect((await fetch(root + path)).status, path).toBe(404)
  }
})

test('BASE_PATH without its last slash redirects to the page, where relative addresses work', async (t) => {
  const { port } = await startBelow(t, { API_KEY })
  const answer = await fetch(`http://127.0.0.1:${port}/home/floe?a=b`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, 'floe/?a=b'])
  expect(answer.headers.get('content-security-policy')).toContain("base-uri 'none'")
  const followed = await fetch(`http://127.0.0.1:${port}/home/floe?a=b`)
  expect([followed.status, new URL(followed.url).pathname]).toEqual([200, '/home/floe/'])
})

test('A page of another site is refused below BASE_PATH too', async (t) => {
  const server = await startBelow(t, { API_KEY })
  const init = { method: 'POST', headers: { Origin: 'https://evil.example' } }
  const answer = await fetch(`${server.url}/api/auth/login`, init)
  expect(answer.status).toBe(403)
})

test('The sign-in link, the address in the log and the API’s description contain BASE_PATH', async (t) => {
  const server = await startBelow(t)
  const base = `http://127.0.0.1:${server.port}/home/floe`
  expect(server.url).toBe(base)
  const log = server.log.join('')
  expect(log).toContain(`is listening on ${base}"`)
  const [, token] = new RegExp(`${base}/#token=([\\w-]{43})`).exec(log) ?? []
  expect((await server.post('/api/auth/login', { token })).status).toBe(200)
  const { body } = await server.get('/api/openapi.json')
  expect(body).toMatchObject({ servers: [{ url: '/home/floe' }] })
})

test.each(['', '/'])('The local relay is below BASE_PATH too: %j', async (end) => {
  const server = await startBelow({ onTestFinished }, { LOCAL_RELAY: 'true' })
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/home/floe${end}`)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
})
