import { deedWords } from '../contract/question-words.ts'
import type { QuestionEnd } from '../contract/questions.ts'
import { notices as texts } from '../contract/texts/notices.ts'
import type { Asked } from '../rules/request.ts'
import type { Notice } from './notice.ts'

/** A question as the owner is told of it. */
export interface ToldQuestion {
  id: string
  asked: Asked
  /** Unix milliseconds. */
  runsOutAt: number
}

/** The page that shows questions: each one does. */
const PAGE = '/'

/** A question waits, or is over: who asks for what, and nothing of what an event says. */
export function questionNotice(
  { id, asked, runsOutAt }: ToldQuestion,
  names: { caller: string; counterparty: string | undefined },
  end?: QuestionEnd,
): Notice {
  const { operation, parts } = asked
  const kinds = parts.flatMap(({ event }) => (event === undefined ? [] : [event.kind]))
  const deed = deedWords({
    operation,
    kinds: kinds.length === parts.length ? kinds : undefined,
    count: parts.length,
    counterparty: names.counterparty,
  })
  const told = { cause: id, kind: 'question', page: PAGE } as const
  if (end !== undefined) {
    const title = texts.overTitle(names.caller)
    return { ...told, state: 'over', title, message: texts.over[end](deed) }
  }
  const until = new Date(runsOutAt).toTimeString().slice(0, 5)
  const message = texts.asks(names.caller, deed, until)
  return { ...told, state: 'open', title: texts.asksTitle(names.caller), message }
}
