import { expect, test } from 'vitest'
import { sentences } from '#contract/codes.ts'
import { MAX_BODY_BYTES } from '#http/body.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'

const keyset = newKeyset()
const json = { 'Content-Type': 'application/json' }

/** A refusal by each status that a test can bring about in a moment. */
const REFUSALS: readonly [status: number, path: string, init?: RequestInit][] = [
  [400, '/api/env', { method: 'POST', headers: json, body: '{' }],
  [400, '/api/env', { method: 'POST', headers: json, body: '{"RELAYS":"ftp://a.example"}' }],
  [400, '/api/peers/nobody/policy', { method: 'PUT', headers: json, body: '{"allowSend":1}' }],
  [400, '/api/sign', { method: 'POST', headers: json, body: '{}' }],
  [400, '/api/keyset', { method: 'POST', headers: json, body: '{"threshold":0}' }],
  [403, '/api/env', { method: 'POST', headers: { Origin: 'https://evil.example' } }],
  [404, '/api/nothing'],
  [404, '/api/questions/none'],
  [405, '/api/env', { method: 'PUT' }],
  [413, '/api/env', { method: 'POST', headers: json, body: ' '.repeat(MAX_BODY_BYTES + 1) }],
  [426, '/api/events'],
  [503, '/api/sign', { method: 'POST', headers: json, body: `{"message":"${'a'.repeat(64)}"}` }],
]

test('Every refusal has a code: one of the list, or one in capitals for programs', async (scope) => {
  const server = await startServer(scope)
  for (const [status, path, init] of REFUSALS) {
    const answer = await fetch(server.url + path, init)
    const body = (await answer.json()) as { error: string; code: string }

    expect([path, answer.status]).toEqual([path, status])
    expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    expect(body.code).toMatch(isListed(body.code) ? /\./ : /^[A-Z_]+$/)
  }
})

test('A missing login and too many tries are refused with a code too', async (scope) => {
  const server = await startServer(scope, { environment: { AUTH_ENABLED: 'true' } })
  const login = { method: 'POST', headers: json, body: '{"username":"anna","password":"wrong"}' }

  const unknown = await fetch(`${server.url}/api/env`)
  const tried = []
  for (let n = 0; n < 11; n += 1) tried.push(await fetch(`${server.url}/api/auth/login`, login))
  const [first, last] = [tried[0], tried.at(-1)]

  expect([unknown.status, await unknown.json()]).toMatchObject([401, { code: 'auth.required' }])
  expect([first?.status, await first?.json()]).toMatchObject([
    401,
    { success: false, code: 'auth.invalidCredentials' },
  ])
  expect([last?.status, await last?.json()]).toMatchObject([
    429,
    { code: 'auth.tooMany', params: [expect.any(Number)] },
  ])
})

test('A refusal names its field, and the reason inside a reason has a code of its own', async (scope) => {
  const server = await startServer(scope, { environment: firstShare(keyset, []) })
  const [share = ''] = keyset.shareCredentials

  const { status, body } = await server.post('/api/env', { SHARE_CRED: mistype(share, 20) })

  expect(status).toBe(400)
  expect(body).toEqual({
    error:
      'SHARE_CRED: Failed to decode share: the checksum does not match, so a character is missing, added or mistyped',
    field: 'SHARE_CRED',
    code: 'node.decodeShare',
    params: [
      {
        error: 'the checksum does not match, so a character is missing, added or mistyped',
        code: 'decoding.checksum',
      },
    ],
  })
})

test('The description of the API lists the codes', async (scope) => {
  const server = await startServer(scope)
  const { body } = await server.get('/api/openapi.json')
  expect(body).toMatchObject({
    'x-error-codes': expect.arrayContaining(['http.notFound', 'decoding.checksum']),
  })
})

function isListed(code: string): boolean {
  const [group = '', key = ''] = code.split('.')
  const groups: Readonly<Record<string, object>> = sentences
  return Object.hasOwn(groups[group] ?? {}, key)
}
