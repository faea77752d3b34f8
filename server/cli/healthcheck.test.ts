import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { requestHealth, serverHealth } from './healthcheck.ts'

/** Starts a server that takes `after` milliseconds to answer that it is well. @returns its port */
async function answering(after: number): Promise<number> {
  const server = createServer(async (_, answer) => {
    await delay(after)
    answer.end('{"status":"ok"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a server that is busy for seconds counts as running, but not as well', async () => {
  const port = await answering(3_500)
  const [there, well] = await Promise.all([
    serverHealth('127.0.0.1', port),
    requestHealth('127.0.0.1', port).catch((error: Error) => error.message),
  ])
  expect(there).toEqual({ status: 'ok' })
  expect(well).toBe(`127.0.0.1:${port}: no answer within 3 s`)
})

test('that no server listens is known at once', async () => {
  const port = await answering(0)
  await expect(requestHealth('127.0.0.1', 1)).rejects.toThrow('ECONNREFUSED')
  expect(await serverHealth('127.0.0.1', 1)).toBeNull()
  expect(await serverHealth('127.0.0.1', port)).toEqual({ status: 'ok' })
})
