import { afterAll, expect, onTestFinished, test } from 'vitest'
import { EventLog } from '#events/event-log.ts'
import type { SignatureRecord } from '#signer/protocol-log.ts'
import { Running } from '#signer/running.ts'
import { Supervisor } from '#signer/supervisor.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import { openRules } from '../../tests/support/rules.ts'
import { createMetrics } from './metrics.ts'

const events = new EventLog({ reserveIds: () => 1 })

const { policyEngine, approvals, close } = openRules()

afterAll(close)

/** A supervisor without credentials, which runs no signer. */
const supervisorOf = (keyset: number) =>
  new Supervisor({
    policyEngine,
    running: new Running({ settings: () => ({}), reader }),
    policies: () => new Map(),
    partialSignatures: () => new Map(),
    audit: () => {},
    auditExchange: () => {},
    log: events.of(keyset),
  })

test('What one keyset signs is never counted as another’s', async () => {
  const metrics = createMetrics({ stop: { isStopped: false } })
  for (const id of [1, 2]) {
    metrics.measure({ id, supervisor: supervisorOf(id), policy: { approvals } })
  }
  onTestFinished(metrics.stop)
  const signed: SignatureRecord = {
    direction: 'asked',
    generation: '2026',
    outcome: 'ok',
    peers: ['ab'.repeat(32)],
    sessionId: 'ef'.repeat(32),
    hashes: ['cd'.repeat(32)],
    type: 'message',
    took: 20,
  }
  metrics.signature(2, signed)
  const text = await metrics.text()
  const signatures = text.split('\n').filter((line) => line.startsWith('floe_signatures_total{'))
  expect(signatures).toEqual([
    'floe_signatures_total{keyset="2",direction="asked",generation="2026",outcome="ok",peer="abababab"} 1',
  ])
  expect(text).toContain('floe_node_active{keyset="1"} 0')
  expect(text).toContain('floe_node_active{keyset="2"} 0')
})

test('The first answer has the delay of the event loop', async () => {
  const metrics = createMetrics({ stop: { isStopped: false } })
  onTestFinished(metrics.stop)
  const [, shortest] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(await metrics.text()) ?? []
  expect(Number(shortest)).toBeGreaterThan(0)
  expect(Number(shortest)).toBeLessThan(60)
})
