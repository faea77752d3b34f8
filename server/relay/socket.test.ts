import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRelay } from '../../relay-fixture/test-support.ts'
import { DEAD_RELAY_URL, relayClient } from '../../tests/support/relay-client.ts'
import { until } from '../../tests/support/until.ts'
import { describeSocketError } from './socket.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })

/** What the status says once a dial of the URL has failed. */
async function errorOf(url: string): Promise<string | null> {
  const { connection } = relayClient(url, {
    timings: { backoffFloor: 60_000, backoffBase: 60_000 },
  })
  connection.start()
  await until(() => connection.status.state === 'waiting')
  return connection.status.error?.error ?? null
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('describeSocketError', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ENOTFOUND', 'host not found'],
    ['EAI_AGAIN', 'name look-up failed'],
    ['ETIMEDOUT', 'connection timed out'],
    ['CERT_HAS_EXPIRED', 'TLS certificate has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS certificate is self-signed'],
  ])('says what %s means', (code, words) => {
    expect(describeSocketError(coded(code)).error).toBe(words)
  })

  it('gives the code of an error that it does not know', () => {
    expect(describeSocketError(coded('EWHATEVER')).error).toBe('connection failed (EWHATEVER)')
  })

  it.each([[new Error('connect to secret-host:1234 failed')], ['text'], [undefined], [null]])(
    'has a message of its own for %j, and never quotes the error',
    (error) => {
      expect(describeSocketError(error).error).toBe('connection failed')
    },
  )
})

describe('a dial that fails', () => {
  it('says that the connection was refused', async () => {
    expect(await errorOf(DEAD_RELAY_URL)).toBe('connection refused')
  })

  it('says that the relay hung up', async () => {
    const relay = await startRelay()
    relay.setFaults({ refuse: true })

    expect(await errorOf(relay.url)).toBe('connection reset')
  })

  it.each([[200], [403], [503]])('says that the host answered with HTTP %i', async (status) => {
    const server = createHttpServer((_, response) => response.writeHead(status).end())

    expect(await errorOf(`ws://${await listen(server)}`)).toBe(`relay answered HTTP ${status}`)
  })

  it('says that the host speaks something else', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume()
      socket.end('220 mail ready\r\n')
    })

    expect(await errorOf(`ws://${await listen(server)}`)).toMatch(/^connection failed \(HPE_\w+\)$/)
  })

  it('says that there is no TLS where it was expected', async () => {
    const relay = await startRelay()

    expect(await errorOf(relay.url.replace('ws:', 'wss:'))).toBe('TLS handshake failed')
  })

  it('says that the relay did not answer in time', async () => {
    const relay = await startRelay()
    relay.setFaults({ silent: true })
    const { connection } = relayClient(relay.url, { timings: { connectTimeout: 100 } })

    connection.start()

    await until(() => connection.status.state === 'waiting')
    expect(connection.status.error?.error).toBe('no connection within 100 ms')
    await until(() => relay.unanswered <= 1)
  })
})
