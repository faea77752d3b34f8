import { expect, test } from 'vitest'
import { RATE_LIMIT_FAILED } from '#auth/limits.ts'
import { startServer } from '../support/api-server.ts'

const API_KEY = 'a key for this test, of many characters'

test('A client that guesses gets no more rows into the audit than it has tries', async (t) => {
  const server = await startServer(t, { environment: { AUTH_ENABLED: 'true', API_KEY } })
  const guesses = RATE_LIMIT_FAILED * 3

  for (let i = 0; i < guesses; i += 1) {
    const { status } = await server.post('/api/auth/login', { apiKey: `guess ${i}` })
    expect(status).toBe(i < RATE_LIMIT_FAILED ? 401 : 429)
  }

  const rows = server.context.store.audit.page({ limit: 100 })
  const refused = rows.filter(({ action, outcome }) => action === 'login' && outcome === 'refused')
  expect(refused).toHaveLength(RATE_LIMIT_FAILED)
})
