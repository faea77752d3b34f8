import type { CallerKind } from '#contract/rules.ts'
import { audit as texts } from '../../texts/texts.ts'
import type { StateName } from '../../ui/tone.ts'
import type { Names } from '../settings/use-names.ts'

/** The prefix of an actor that is an API key; the key's name follows. */
export const API_KEY = 'api-key:'
const PUBLIC_KEY = /^[0-9a-f]{64}$/

/** The id of an app. */
const APP = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a user's id stands for an API key. */
export const isApiKey = (userId: string): boolean => userId.startsWith(API_KEY)

/**
 * Whose an entry or a session is: a user's, an API key's, an app's, a peer's by its name and the beginning
 * of its x-only key, or this signer's.
 */
export function describeActor(actor: string, names?: Pick<Names, 'of'>): string {
  if (isApiKey(actor)) return texts.actors.apiKey(actor.slice(API_KEY.length))
  if (PUBLIC_KEY.test(actor)) return peerName(actor, names?.of(actor))
  if (APP.test(actor)) return names?.of(actor) ?? texts.actors.removedApp
  switch (actor) {
    case 'self':
    case 'open':
    case 'unknown':
      return texts.actors[actor]
    default:
      return actor
  }
}

/** The caller kind of an entry's actor; null: this signer itself, or unknown. */
export function callerKindOf(actor: string): CallerKind | null {
  if (isApiKey(actor)) return 'program'
  if (PUBLIC_KEY.test(actor)) return 'peer'
  if (APP.test(actor)) return 'app'
  return ['self', 'open', 'unknown'].includes(actor) ? null : 'owner'
}

function peerName(pubkey: string, name: string | undefined): string {
  const short = pubkey.slice(0, 8)
  return name === undefined ? texts.actors.peer(short) : texts.actors.named(name, short)
}

/** What was done; an action that this console does not know yet is shown as written. */
export const describeAction = (action: string): string => texts.actions[action] ?? action

const TONES: Readonly<Record<string, StateName>> = {
  ...{ ok: 'ok', answered: 'ok', approved: 'ok', allowed: 'ok' },
  ...{ waiting: 'wait', asked: 'wait', refused: 'warn', denied: 'warn', stopped: 'warn' },
  ...{ failed: 'bad', lost: 'bad', package: 'bad', relays: 'bad', silent: 'bad', group: 'bad' },
  ...{ nonces: 'bad' },
}

/** How it ended. An outcome that this console does not know yet is neither good nor bad. */
export const describeOutcome = (outcome: string): { word: string; state: StateName } => ({
  word: texts.outcomes[outcome] ?? outcome,
  state: TONES[outcome] ?? 'unknown',
})
