import { describe, expect, test } from 'vitest'
import { CLOSED } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'
import { raw } from '../support/raw-request.ts'

const KEY = 'sixteen letters!'
const environment = { ...CLOSED, API_KEY: KEY }

describe.concurrent('A page that is not ours', () => {
  test('writes nothing from the same host over another scheme', async (t) => {
    const server = await startServer(t)
    const write = (headers: Record<string, string>) =>
      raw(server, '/api/env', {
        method: 'POST',
        headers: { Host: 'floe.local', ...headers },
        chunks: ['{"GROUP_NAME":"Eve"}'],
      })

    const fromTls = await write({ Origin: 'https://floe.local' })
    const fromPlain = await write({ Origin: 'http://floe.local', 'X-Forwarded-Proto': 'https' })
    const own = await write({ Origin: 'https://floe.local', 'X-Forwarded-Proto': 'https' })

    expect([fromTls.status, fromPlain.status, own.status]).toEqual([403, 403, 200])
  })

  test('opens no event stream across sites, even if a browser names no origin', async (t) => {
    const { url } = await startServer(t)

    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: url },
      { Origin: url.replace('http:', 'https:') },
    ]) {
      expect([headers, await refusedUpgrade(url, { headers })]).toEqual([headers, 403])
    }
  })
})

test('One key opens no more than a quarter of the event streams', async (t) => {
  const { url, context } = await startServer(t, { environment })
  const { key } = context.auth.apiKeys.create({ name: 'reader', scope: 'read' })
  const headers = { 'X-API-Key': key }
  for (let n = 0; n < 50; n += 1) await openEvents(t, url, { headers })

  expect(await refusedUpgrade(url, { headers })).toBe(429)

  await openEvents(t, url, { headers: { 'X-API-Key': KEY } })
})
