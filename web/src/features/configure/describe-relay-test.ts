import { milliseconds } from '../../lib/time.ts'
import { configure } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'
import type { RelayTest } from './test-relay.ts'

const texts = configure.relayTests

export interface RelayTestDescription {
  kind: 'ok' | 'warn' | 'bad' | 'wait'
  text: string
}

/** The words while it runs. */
export const running: RelayTestDescription = { kind: 'wait', text: texts.running }

/** A test without a result. */
export const failed = (reason: string): RelayTestDescription => ({
  kind: 'bad',
  text: texts.failed(reason),
})

/** The result of a relay test, in words. */
export function describeRelayTest(test: RelayTest): RelayTestDescription {
  const latency = test.latency === undefined ? '' : ` (${milliseconds(test.latency)})`
  const reason = told(test.error ?? texts.noReason)
  if (test.echo) return { kind: 'ok', text: texts.ok(latency) }
  if (!test.connected) return { kind: 'bad', text: texts.unreachable(reason) }
  if (!test.acceptsKind) return { kind: 'bad', text: texts.refuses(latency, reason) }
  return { kind: 'warn', text: texts.loses(latency, reason) }
}
