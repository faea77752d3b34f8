import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { auth, http } from '#contract/messages.ts'
import { healthAnswer } from '#contract/status.ts'
import { BUILD, VERSION } from '#lib/version.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { startRelayFor } from '../support/scope.ts'

async function health(server: ApiServer) {
  const { status, body } = await server.get('/api/health')
  return { code: status, ...fitting(healthAnswer, body) }
}

const HEALTHY = { code: 200, status: 'ok', version: VERSION, ...BUILD, reasons: [] }

describe.concurrent('GET /api/health', () => {
  test('is well while nothing is configured, since a restart would not change that', async (t) => {
    const server = await startServer(t)

    expect(await health(server)).toEqual(HEALTHY)
  })

  test('is well while the signer runs', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
    await server.status(({ nodeActive }) => nodeActive)

    expect(await health(server)).toEqual(HEALTHY)
  })

  test('is degraded, with the reason and code 200, while one relay is not heard', async (t) => {
    const [sound, dead] = [await startRelayFor(t), await startRelayFor(t)]
    dead.faults.refuse = true
    const environment = firstShare(newKeyset(), [sound.url, dead.url])
    const server = await startServer(t, { environment })
    const { reason } = await server.status(({ state }) => state === 'degraded')

    expect(await health(server)).toEqual({
      code: 200,
      status: 'degraded',
      version: VERSION,
      ...BUILD,
      reasons: [reason],
    })
  })

  test('is degraded, with code 200, while no relay is heard', async (t) => {
    const relay = await startRelayFor(t)
    relay.faults.refuse = true
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
    await server.status(({ state }) => state === 'reconnecting')

    expect(await health(server)).toMatchObject({
      code: 200,
      status: 'degraded',
      reasons: [expect.stringContaining('Not hearing any relay')],
    })
  })

  test('is degraded while the audit can’t be written, and credentials are still saved', async (t) => {
    const server = await startServer(t)
    const db = new Database(join(server.dataDir, 'floe.db'))
    db.exec('ALTER TABLE audit RENAME TO elsewhere')

    const saved = await server.post('/api/env', { GROUP_NAME: 'Name' })

    expect(saved.status).toBe(200)
    const { code, status, reasons } = await health(server)
    expect({ code, status }).toEqual({ code: 200, status: 'degraded' })
    expect(reasons).toHaveLength(1)
    expect((await server.get('/api/status')).body).toMatchObject({
      warnings: [auth.openAccess, ...reasons],
    })
    db.exec('ALTER TABLE elsewhere RENAME TO audit')
    db.close()
  })

  test('is 503 when the database is unusable', async (t) => {
    const server = await startServer(t)
    server.context.store.close()

    const { code, status, reasons } = await health(server)

    expect({ code, status }).toEqual({ code: 503, status: 'degraded' })
    expect(reasons).toHaveLength(1)
  })
})

test('While the database is unusable, calls answer an error whose id is in the log', async (t) => {
  const server = await startServer(t)
  server.context.store.close()

  const answers = [await server.get('/api/env'), await server.post('/api/env', {})]

  for (const { status, body, headers } of answers) {
    expect(status).toBe(500)
    const requestId = headers.get('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(body).toMatchObject({ error: http.internal, requestId })
    expect(server.log.some((line) => line.includes(`"${requestId}"`))).toBe(true)
  }
})
