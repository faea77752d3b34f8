import { describe, expect, it } from 'vitest'
import { configure as texts } from '#contract/texts/configure.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { saveFailureOf } from './save-failure.ts'

describe('a save that failed', () => {
  it.each([
    ['SHARE_CRED: Share does not belong to this group', 'share'],
    ['GROUP_CRED: Group is required', 'group'],
    ['GROUP_NAME: Name is longer than 200 characters', 'name'],
    ['RELAYS: Relay 2: Invalid relay URL format', 'relays'],
  ])("is the server's refusal, at the field that it names: %s", (error, field) => {
    const reason = error.slice(error.indexOf(': ') + 2)
    const body = { error, code: 'text', field: error.slice(0, error.indexOf(':')) }
    expect(saveFailureOf(new ApiError(error, 400, body))).toEqual({
      is: 'refused',
      text: `Error configuring signer: ${reason}`,
      reason,
      field,
    })
  })

  it('concerns no field when the server names none', () => {
    expect(saveFailureOf(new ApiError('Too many requests', 429))).toMatchObject({
      text: 'Error configuring signer: Too many requests',
      field: null,
    })
  })

  it.each([
    [null, texts.unreachableNext('why')],
    [500, texts.serverNext('why')],
  ])('is no refusal when the server was away or broke (status %s)', (status, next) => {
    expect(saveFailureOf(new ApiError('why', status))).toEqual({
      is: 'failed',
      text: 'Error saving credentials to environment variables',
      next,
    })
  })

  it('is left to the login screen when the session has ended', () => {
    expect(saveFailureOf(new ApiError('Authentication required', 401))).toEqual({
      is: 'signed-out',
    })
  })
})
