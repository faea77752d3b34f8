import type { Directions, StatusAnswer } from '#contract/status.ts'
import { stop, signer as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import type { StateName } from '../../ui/tone.ts'

interface HealthDescription {
  kind: StateName
  title: string
  /** Details; may be empty. */
  detail: string
}

/** What this signer can do now, for the first glance: answer others, ask them, both or neither. */
export function describeHealth(status: StatusAnswer): HealthDescription {
  // The owner knows why; the note above says how to resume.
  if (status.stopped !== null) return { kind: 'bad', title: stop.stopped, detail: stop.nothing }
  const kind = kindOf(status)
  // Why it could not be started matters to whoever repairs it, but is not a headline.
  if (status.state === 'stopped' && status.hasCredentials) {
    return { kind, title: texts.stopped, detail: translateMessage(status.reason) }
  }
  const { title, detail } = splitReason(translateMessage(status.reason))
  const able = titleOf(status.directions)
  if (able === null) return { kind, title, detail }
  const { relayStates } = status
  const allHeard = relayStates.length > 0 && relayStates.every(({ heard }) => heard)
  const more = [detail, allHeard ? texts.allHeard(relayStates.length) : ''].filter(Boolean)
  return { kind, title: able, detail: more.join('. ') }
}

/** null: it neither answers nor can ask, and the reason says it all. */
function titleOf({ answer, ask }: Directions): string | null {
  if (!ask.can) return answer.can ? texts.answersOnly : null
  // A signer that signs alone is ready with nobody there.
  return answer.can || answer.why === 'peers' ? texts.ready : texts.asksOnly
}

/**
 * Green only for a signer that lacks nothing: it answers, can ask, and hears all of its relays. One
 * that does only one of the two is no emergency, nor is one that was never set up; one that has just
 * begun to look for relays or peers waits.
 */
function kindOf({ state, directions, hasCredentials }: StatusAnswer): StateName {
  const { answer, ask } = directions
  if (answer.can && ask.can) return state === 'running' ? 'ok' : 'warn'
  if (answer.can || ask.can) return state === 'running' ? 'wait' : 'warn'
  if (state === 'stopped' && !hasCredentials) return 'unknown'
  return state === 'starting' || state === 'running' ? 'wait' : 'bad'
}

/** The console's word for a state: degraded counts as running, reconnecting as starting. */
export function signerWord({
  state,
  stopped: byOwner,
}: Pick<StatusAnswer, 'state' | 'stopped'>): string {
  if (byOwner !== null) return stop.stopped
  const { running, starting, stopped } = texts.states
  if (state === 'stopped') return stopped
  return state === 'running' || state === 'degraded' ? running : starting
}

/**
 * A reason as a headline and details: `Ready: 2 of 2 peers online` in two lines, or the brackets at
 * its end on the second.
 */
export function splitReason(reason: string): { title: string; detail: string } {
  const parts =
    /^([^:(]{1,60}): (.+)$/s.exec(reason) ?? /^([^(]+) \((.+)\)$/s.exec(reason) ?? undefined
  return { title: parts?.[1] ?? reason, detail: parts?.[2] ?? '' }
}

/** A reason without its counting seconds, so that a screen reader hears news and not a clock. */
export function withoutSeconds(reason: string): string {
  return reason.replaceAll(/ \p{L}+ \d+ s\b/gu, '')
}
