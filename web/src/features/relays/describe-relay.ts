import { page } from '../../../../server/contract/messages.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { duration } from '../../lib/time.ts'

export type RelayState = StatusAnswer['relayStates'][number]

export interface RelayDescription {
  kind: keyof typeof page.relayWords
  text: string
}

/**
 * How a relay is, in words.
 *
 * @param now the server's time; Unix milliseconds
 */
export function describeRelay(relay: RelayState, now: number): RelayDescription {
  const { state, heard, error, reconnects } = relay
  if (heard) {
    const text = page.relayHeard(duration(now - Date.parse(relay.since)), reconnects)
    return error === null
      ? { kind: 'ok', text }
      : { kind: 'warn', text: `${text}, ${page.relayRefused(error)}` }
  }
  if (state === 'waiting') {
    const text = `${error ?? page.relayLost}, ${retry(relay.nextAttemptAt, now)}`
    return { kind: 'bad', text }
  }
  if (state === 'closed') return { kind: 'bad', text: page.relayClosed }
  if (error === null) {
    return { kind: 'wait', text: state === 'open' ? page.relayNotHeard : page.relayConnecting }
  }
  const text = state === 'open' ? page.relayDeaf(error) : `${error}, ${page.relayRetryNow}`
  return { kind: 'bad', text }
}

function retry(nextAttemptAt: string | null, now: number): string {
  const seconds = nextAttemptAt === null ? 0 : Math.ceil((Date.parse(nextAttemptAt) - now) / 1_000)
  return seconds > 0 ? page.relayRetryIn(seconds) : page.relayRetryNow
}
