import { afterEach, expect, test, vi } from 'vitest'
import { createAccess } from './access.ts'

const own = globalThis.fetch

afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = own
})

test('a sign-in link still lets in when the server could not be asked at first', async () => {
  vi.useFakeTimers()
  const calls: string[] = []
  let isAway = true
  let isSignedIn = false
  globalThis.fetch = async (input, { body } = {}) => {
    if (isAway) throw new TypeError('Failed to fetch')
    calls.push(`${input} ${body ?? ''}`.trim())
    if (input === '/api/auth/login') isSignedIn = true
    return Response.json({
      ...{ success: true, sessionId: 'one', userId: 'owner', methods: ['basic-auth'] },
      ...{ enabled: true, authenticated: isSignedIn, rateLimiting: true, sessionTimeout: 3600 },
    })
  }
  const access = createAccess({ retry: 5_000, onSignedOut: () => {} })
  await access.check('the-token')
  expect(access.state()).toMatchObject({ screen: 'login', status: null })

  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)

  expect(access.state()).toMatchObject({ screen: 'signed-in' })
  expect(calls).toContain('/api/auth/login {"token":"the-token"}')
})
