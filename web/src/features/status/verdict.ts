import { page } from '../../../../server/contract/messages.ts'
import type { SignerState, StatusAnswer } from '../../../../server/contract/status.ts'

export type Tone = 'ok' | 'warn' | 'bad'

const TONES: Record<SignerState, Tone> = {
  running: 'ok',
  degraded: 'warn',
  starting: 'warn',
  reconnecting: 'bad',
  stopped: 'bad',
}

/** A signer that was never set up is no emergency; everything else goes by its state. */
export function toneOf({ state, hasCredentials }: StatusAnswer): Tone {
  return state === 'stopped' && !hasCredentials ? 'warn' : TONES[state]
}

/** The console's word for a state: degraded runs, reconnecting starts. */
export function signerWord(state: SignerState): string {
  const { running, starting, stopped } = page.signerStates
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
