import type { Question } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeptQuestion } from './ports.ts'
import { isHarmless } from './presets.ts'

export interface QuestionViewOptions {
  clock: Pick<Clock, 'iso'>
  nameOf(caller: Caller): string | undefined
}

/** A question as the owner gets to see it. */
export function questionView(
  { id, asked, askedAt, runsOutAt }: KeptQuestion,
  { clock, nameOf }: QuestionViewOptions,
): Question {
  const { caller, operation, parts } = asked
  const name = nameOf(caller)
  const events = parts.flatMap(({ event }) => event ?? [])
  const [event] = events
  const [counterparty, ...others] = new Set(parts.map((part) => part.counterparty))
  return {
    id,
    caller: { ...caller, ...(name !== undefined && { name }) },
    operation,
    ...(event !== undefined && parts.length === 1 && { kind: event.kind, event }),
    ...(event !== undefined && parts.length > 1 && { events }),
    count: parts.length,
    harmless: isHarmless(asked),
    ...(counterparty !== undefined && others.length === 0 && { counterparty }),
    askedAt: clock.iso(askedAt),
    runsOutAt: clock.iso(runsOutAt),
  }
}
