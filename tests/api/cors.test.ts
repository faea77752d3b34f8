import { describe, expect, test } from 'vitest'
import { http } from '#contract/messages.ts'
import { CLOSED } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'

const KEY = 'sixteen letters!'
const LISTED = 'https://dashboard.example'
const environment = { ...CLOSED, API_KEY: KEY, ALLOWED_ORIGINS: `${LISTED}, wall.example` }

const ask = (url: string, path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(url + path, { method, headers })

const shared = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe.concurrent('A page of another origin', () => {
  test('that is listed may ask before it calls, and read the answer', async (t) => {
    const { url } = await startServer(t, { environment })
    const preflight = await ask(
      url,
      '/api/sign',
      {
        Origin: LISTED,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
      'OPTIONS',
    )
    expect(preflight.status).toBe(204)
    expect(shared(preflight)).toBe(LISTED)
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'x-api-key',
    )

    const answer = await ask(url, '/api/peers/self', { Origin: LISTED, 'X-API-Key': KEY })
    expect(shared(answer)).toBe(LISTED)
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  })

  test('that is listed reads errors too', async (t) => {
    const { url } = await startServer(t, { environment })

    for (const [path, status] of [
      ['/api/env', 401],
      ['/api/nothing', 404],
      ['/api/events', 426],
    ] as const) {
      const answer = await ask(url, path, { Origin: LISTED })
      expect([path, answer.status, shared(answer)]).toEqual([path, status, LISTED])
    }
  })

  test('that is listed by its host name is let in, but not with credentials', async (t) => {
    const { url } = await startServer(t, { environment })

    const answer = await ask(url, '/api/status', { Origin: 'https://wall.example' })

    expect(shared(answer)).toBe('https://wall.example')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('that is not listed reads nothing, and its preflight is refused', async (t) => {
    const { url } = await startServer(t, { environment })
    const evil = ['https://evil.example', 'http://dashboard.example', `${LISTED}:8443`, 'null']

    for (const Origin of evil) {
      const read = await ask(url, '/api/status', { Origin })
      const asked = { Origin, 'Access-Control-Request-Method': 'POST' }
      const preflight = await ask(url, '/api/sign', asked, 'OPTIONS')
      expect([Origin, shared(read), shared(preflight)]).toEqual([Origin, null, null])
      expect(preflight.status).toBe(403)
      expect(await preflight.json()).toMatchObject({ error: http.foreignOrigin })
    }
  })
})
