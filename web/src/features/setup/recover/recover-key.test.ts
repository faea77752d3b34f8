import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { recoveryFailure } from './recover-key.ts'

test('A recovery that the server refuses says what the server said', () => {
  const error = new ApiError('Too many requests, try again in 60 seconds', 429, { error: '…' })
  expect(recoveryFailure(error)).toBe('Too many requests, try again in 60 seconds')
})

test('A recovery that never reached the server says so', () => {
  const error = new ApiError('Server not reachable', null)
  expect(recoveryFailure(error)).toBe('Network error. Please try again.')
})

test('A recovery that failed without a reason says that it failed', () => {
  const error = new ApiError('Unexpected answer from the server (HTTP 502)', 502)
  expect(recoveryFailure(error)).toBe('Recovery failed')
})
