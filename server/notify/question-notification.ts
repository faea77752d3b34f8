import { describeQuestion } from '#contract/describe-use.ts'
import { PEER_WAITS_AT_MOST_S, PEER_WAITS_IN_BROWSER_S } from '#contract/limits.ts'
import type { Question, QuestionEnd } from '#contract/questions.ts'
import { notices as texts } from '#contract/texts/notifications.ts'
import type { Notification } from './notification.ts'

/** Every page of the console shows what waits. */
const PAGE = '/'

/** Of a key or an id that has no name. */
const SHORT = 8

/**
 * A question waits, or is over: who asks for what, and nothing of what an event says.
 *
 * @param nameOf what a key is called, given x-only; undefined when it has no name
 * @param end how it ended; it is open without
 */
export function questionNotification(
  question: Question,
  nameOf: (pubkey: string) => string | undefined,
  end?: QuestionEnd,
): Notification {
  const { id, caller, runsOutAt } = question
  const who = caller.name ?? caller.id.slice(0, SHORT)
  const deed = describeQuestion(question, (pubkey) => nameOf(pubkey) ?? pubkey.slice(0, SHORT))
  const told = { cause: id, kind: 'question', page: PAGE } as const
  if (end !== undefined) {
    return { ...told, state: 'over', title: texts.overTitle(who), message: texts.over[end](deed) }
  }
  const until = timeOf(runsOutAt)
  const waits = { inBrowser: PEER_WAITS_IN_BROWSER_S, atMost: PEER_WAITS_AT_MOST_S, until }
  return {
    ...told,
    state: 'open',
    title: texts.asksTitle(who),
    message:
      caller.door === 'peer' ? texts.deviceAsks(who, deed, waits) : texts.asks(who, deed, until),
  }
}

/** `14:05 GMT+1`: with the zone of this machine, as a notice is read on others, and elsewhere. */
const timeOf = (date: string): string =>
  new Date(date).toLocaleTimeString('en', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  })
