import type { StatusAnswer } from '#contract/status.ts'
import { duration } from '../../lib/time.ts'
import { relays as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import type { StateName } from '../../ui/tone.ts'

export type RelayState = StatusAnswer['relayStates'][number]

interface RelayDescription {
  kind: StateName
  text: string
}

/**
 * A relay's state, in words.
 *
 * @param relay undefined while the signer is stopped and connects to none
 * @param now the server's time; Unix milliseconds
 */
export function describeRelay(relay: RelayState | undefined, now: number): RelayDescription {
  if (relay === undefined) return { kind: 'unknown', text: texts.unused }
  const { state, heard, slowDown, reconnects } = relay
  const { error: sentence, code, params } = relay
  const error = sentence === null ? null : translateMessage({ error: sentence, code, params })
  if (heard) {
    const text = texts.heard(duration(now - Date.parse(relay.since)), reconnects)
    if (slowDown !== null) {
      const asked = duration(now - Date.parse(slowDown.since))
      return {
        kind: 'warn',
        text: `${text}, ${texts.slowDown(asked, translateMessage(slowDown.reason))}`,
      }
    }
    return error === null
      ? { kind: 'ok', text }
      : { kind: 'warn', text: `${text}, ${texts.refused(error)}` }
  }
  if (state === 'waiting') {
    const text = `${error ?? texts.lost}, ${retry(relay.nextAttemptAt, now)}`
    return { kind: 'bad', text }
  }
  if (state === 'closed') return { kind: 'bad', text: texts.closed }
  if (error === null) {
    return { kind: 'wait', text: state === 'open' ? texts.notHeard : texts.connecting }
  }
  const text = state === 'open' ? texts.deaf(error) : `${error}, ${texts.retryNow}`
  return { kind: 'bad', text }
}

function retry(nextAttemptAt: string | null, now: number): string {
  const seconds = nextAttemptAt === null ? 0 : Math.ceil((Date.parse(nextAttemptAt) - now) / 1_000)
  return seconds > 0 ? texts.retryIn(seconds) : texts.retryNow
}
