import type { SignerWord } from '#contract/overview.ts'
import type { Snapshot, StatusAnswer } from '#contract/status.ts'
import { stop, signer as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'

const TITLES: Readonly<Record<SignerWord, string>> = {
  'not-set-up': texts.notSetUp,
  // The owner knows why; the note above says how to resume.
  stopped: stop.stopped,
  failed: texts.stopped,
  connecting: texts.connecting,
  'no-relay': texts.noRelay,
  looking: texts.looking,
  ready: texts.ready,
  'asks-only': texts.asksOnly,
  'answers-only': texts.answersOnly,
  'cannot-sign': texts.cannotSign,
}

interface HealthDescription {
  title: string
  /** Details; may be empty. */
  detail: string
}

type Known = Pick<Snapshot, 'overview' | 'reasonMessage' | 'relayStates'>

/** What this signer can do now, in the page's language. */
export function describeHealth({ overview, reasonMessage, relayStates }: Known): HealthDescription {
  const { word } = overview.status
  const title = TITLES[word]
  if (word === 'stopped') return { title, detail: stop.nothing }
  const sentence = translateMessage(reasonMessage)
  if (['not-set-up', 'failed', 'connecting', 'no-relay'].includes(word)) {
    return { title, detail: sentence }
  }
  const allHeard = relayStates.length > 0 && relayStates.every(({ heard }) => heard)
  const more = [detailOf(sentence), allHeard ? texts.allHeard(relayStates.length) : '']
  return { title, detail: more.filter(Boolean).join('. ') }
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

/** What a reason says after its first words, which end at a colon or a bracket. */
export function detailOf(reason: string): string {
  const parts = /^[^:(]{1,60}: (.+)$/s.exec(reason) ?? /^[^(]+ \((.+)\)$/s.exec(reason) ?? undefined
  return parts?.[1] ?? ''
}

/** A reason without its counting seconds, so that a screen reader hears news and not a clock. */
export function withoutSeconds(reason: string): string {
  return reason.replaceAll(/ \p{L}+ \d+ s\b/gu, '')
}
