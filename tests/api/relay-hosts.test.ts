import { expect, test } from 'vitest'
import { credentialsAnswer } from '#contract/credentials.ts'
import { validation } from '#contract/messages.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'

/** No name server has it, and nothing here waits for it. */
const RELAY = 'ws://strfry:7777'
const NAMED = { RELAY_HOSTS: 'strfry' }
const refusal = `${validation.relayFormat}. ${validation.relayDotless}`

test('A signer whose relay has a host without a dot runs on it once that is named', async (t) => {
  const environment = { ...firstShare(newKeyset(), [RELAY]), ...NAMED }
  const server = await startServer(t, { environment })

  const { relays, hasCredentials } = await server.status(({ relayCount }) => relayCount === 1)

  expect({ relays, hasCredentials }).toEqual({ relays: [RELAY], hasCredentials: true })
})

test('A signer whose relay has such a host that is not named says what to do', async (t) => {
  const server = await startServer(t, { environment: firstShare(newKeyset(), [RELAY]) })

  const { canSign, reason } = await server.status(({ reason }) => reason.includes('RELAY_HOSTS'))

  expect(canSign).toBe(false)
  expect(reason).toContain(refusal)
})

test('A relay with such a host is saved if the host is named, and else refused with what to do', async (t) => {
  const plain = await startServer(t)
  const named = await startServer(t, { environment: NAMED })
  const save = { RELAYS: JSON.stringify([RELAY]) }

  expect(await plain.post('/api/env', save)).toMatchObject({
    status: 400,
    body: { error: `RELAYS: ${validation.relayNoneValid}. ${validation.relayDotless}` },
  })
  expect(await plain.post('/api/env', { RELAYS: `wss://a.example,${RELAY}` })).toMatchObject({
    status: 200,
    body: { warnings: [validation.relayItem(2, refusal)] },
  })
  expect((await named.post('/api/env', save)).status).toBe(200)
  expect((await named.get('/api/env')).body).toEqual(save)
})

test('Every call that takes relays accepts the same hosts', async (t) => {
  const plain = await startServer(t)
  const named = await startServer(t, { environment: NAMED })
  const check = { type: 'relay', credential: RELAY }
  const keyset = {
    ...{ generation: '2026', name: 'Family', threshold: 2, totalMembers: 2 },
    relays: [RELAY],
  }

  expect((await plain.post('/api/recover/validate', check)).body).toMatchObject({ error: refusal })
  expect((await named.post('/api/recover/validate', check)).body).toMatchObject({
    details: { url: RELAY },
  })
  expect((await plain.post('/api/keyset', keyset)).status).toBe(400)
  expect((await named.post('/api/keyset', keyset)).status).toBe(200)
  const invited = { name: 'Client', preset: 'ask', relays: [RELAY] }
  const { status, text } = await named.post('/api/apps/invite', invited)
  expect(status, text).toBe(200)
})

test('The console learns which names are allowed', async (t) => {
  const environment = { RELAY_HOSTS: ' Strfry, umbrel ' }
  const server = await startServer(t, { environment })

  const { relayHosts } = fitting(credentialsAnswer, (await server.get('/api/credentials')).body)

  expect(relayHosts).toEqual(['strfry', 'umbrel'])
})
