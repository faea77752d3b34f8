import { describeQuestion } from '#contract/describe-use.ts'
import { PEER_WAITS_AT_MOST_S, PEER_WAITS_IN_BROWSER_S } from '#contract/limits.ts'
import { factsOf } from '#contract/need-facts.ts'
import type { Need } from '#contract/overview.ts'
import type { Question, QuestionEnd } from '#contract/questions.ts'
import { needSentences } from '#contract/texts/needs.ts'
import { notices as texts } from '#contract/texts/notifications.ts'

/** A message to the owner who is away. It never contains a secret or an event's content. */
export interface Notification {
  /** Equal for all notifications about one thing, such as a question's id: opened once, and ended once. */
  cause: string
  kind: 'question' | 'need' | 'test'
  state: 'open' | 'over'
  title: string
  message: string
  /** The console's page about it, a path: '/#questions'. */
  page: string
}

/** Every page of the console shows the open questions. */
const PAGE = '/'

/** Characters shown of a key or an id without a name. */
const SHORT = 8

/**
 * The notification that a question waits, or is over: who asks for what, without any event's content.
 *
 * @param nameOf the name of an x-only key; undefined when it has none
 * @param end how the question ended; undefined while it is open
 */
export function questionNotification(
  question: Question,
  nameOf: (pubkey: string) => string | undefined,
  end?: QuestionEnd,
): Notification {
  const { id, caller, runsOutAt } = question
  const who = caller.name ?? caller.id.slice(0, SHORT)
  const what = describeQuestion(question, (pubkey) => nameOf(pubkey) ?? pubkey.slice(0, SHORT))
  const common = { cause: id, kind: 'question', page: PAGE } as const
  if (end !== undefined) {
    return { ...common, state: 'over', title: texts.overTitle(who), message: texts.over[end](what) }
  }
  const until = timeOf(runsOutAt)
  const waits = { inBrowser: PEER_WAITS_IN_BROWSER_S, atMost: PEER_WAITS_AT_MOST_S, until }
  return {
    ...common,
    state: 'open',
    title: texts.asksTitle(who),
    message:
      caller.door === 'peer' ? texts.deviceAsks(who, what, waits) : texts.asks(who, what, until),
  }
}

/** The notification that something needs the owner. */
export function needNotification({ code, params }: Need, cause: string): Notification {
  const sentence = needSentences[code]
  const { name, member = 0 } = params
  const facts = factsOf(params, { device: name ?? texts.device(member) })
  return {
    ...{ cause, kind: 'need', state: 'open', page: PAGE },
    title: texts.needTitle,
    message: typeof sentence === 'string' ? sentence : sentence(facts),
  }
}

/** The notification that something needs the owner no more. @param opening the notification that it did */
export const needOverNotification = (opening: Notification): Notification => ({
  ...opening,
  state: 'over',
  title: texts.needOverTitle,
  message: texts.needOver(opening.message),
})

/** `14:05 GMT+1`: with this machine's time zone, as the owner may be in another. */
const timeOf = (date: string): string =>
  new Date(date).toLocaleTimeString('en', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  })
