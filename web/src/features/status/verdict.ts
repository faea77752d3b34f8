import type { SignerState, StatusAnswer } from '../../../../server/contract/status.ts'
import { signer as texts } from '../../../../server/contract/texts/signer.ts'
import type { StateName } from '../../ui/tone.ts'

export interface Verdict {
  kind: StateName
  title: string
  /** What there is to add; may be empty. */
  detail: string
}

/** Whether this signer can sign now, for the first glance. */
export function verdictOf(status: StatusAnswer): Verdict {
  const kind = kindOf(status)
  // Why it could not be started is a reason for whoever mends it, and no headline.
  if (status.state === 'stopped' && status.hasCredentials) {
    return { kind, title: texts.stopped, detail: status.reason }
  }
  const { title, detail } = splitReason(status.reason)
  if (!status.canSign) return { kind, title, detail }
  const { relayStates } = status
  const allHeard = relayStates.length > 0 && relayStates.every(({ heard }) => heard)
  const more = [detail, allHeard ? texts.allHeard(relayStates.length) : ''].filter(Boolean)
  return { kind, title: texts.ready, detail: more.join('. ') }
}

/**
 * Green only for a signer that lacks nothing. One that has just begun to look for its relays or
 * peers waits; one that was never set up is no emergency.
 */
export function kindOf({ state, canSign, hasCredentials }: StatusAnswer): StateName {
  if (canSign) return state === 'running' ? 'ok' : 'warn'
  if (state === 'stopped' && !hasCredentials) return 'unknown'
  return state === 'starting' || state === 'running' ? 'wait' : 'bad'
}

/** The console's word for a state: degraded runs, reconnecting starts. */
export function signerWord(state: SignerState): string {
  const { running, starting, stopped } = texts.states
  if (state === 'stopped') return stopped
  return state === 'running' || state === 'degraded' ? running : starting
}

/**
 * A reason as a headline and what there is to add: `Ready: 2 of 2 peers online` in two lines, or
 * what stands in brackets at its end on the second.
 */
export function splitReason(reason: string): { title: string; detail: string } {
  const parts =
    /^([^:(]{1,60}): (.+)$/s.exec(reason) ?? /^([^(]+) \((.+)\)$/s.exec(reason) ?? undefined
  return { title: parts?.[1] ?? reason, detail: parts?.[2] ?? '' }
}

/** A reason without its counting seconds, so that a screen reader hears news and not a clock. */
export function withoutSeconds(reason: string): string {
  return reason.replaceAll(/ (?:for|in) \d+ s\b/g, '')
}
