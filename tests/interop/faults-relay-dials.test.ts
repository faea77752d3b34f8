import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newPair } from '../support/pair.ts'
import { DEAD_RELAY_URL } from '../support/relay-client.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const KILOBYTE = 1024

it('thousands of failed dials leave no socket behind, and hardly any memory', async (scope) => {
  const [refusing, hanging] = [await startRelayFor(scope), await startRelayFor(scope)]
  refusing.setFaults({ refuse: true })
  hanging.setFaults({ silent: true })
  const unavailable = createServer((_, response) => response.writeHead(503).end()).listen(0)
  scope.onTestFinished(() => void unavailable.close())
  await once(unavailable, 'listening')
  const { port } = unavailable.address() as AddressInfo
  const { groupCredential, shareCredentials } = newPair()
  const relays = [
    DEAD_RELAY_URL,
    refusing.url,
    hanging.url,
    `ws://127.0.0.1:${port}`,
    'ws://127.0.0.1:1',
  ]

  // Rejects when the process fails; that it ends at all shows that no timer is left.
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      '--expose-gc',
      `${import.meta.dirname}/../support/failing-dials.ts`,
      groupCredential,
      shareCredentials[0] ?? '',
      ...relays,
    ],
    { timeout: 170_000 },
  )

  expect(stderr).toBe('')
  const measured = JSON.parse(stdout) as Record<string, number>
  const { dials = 0, heapGrowth = 0 } = measured
  expect(dials).toBeGreaterThanOrEqual(2_000)
  expect(measured['socketsAfter']).toBe(measured['socketsBefore'])
  expect(heapGrowth / dials).toBeLessThan(KILOBYTE)
  await until(() => refusing.connections + hanging.connections + hanging.unanswered === 0)
})
