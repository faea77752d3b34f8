import type { HistoryAnswer } from '#contract/history.ts'
import type { AnswerCount } from './ports.ts'

type Times = Omit<HistoryAnswer['answers'][number], 'day'>

/**
 * How long signatures took, by day.
 *
 * @param answers by day and time
 */
export function timesOf(answers: readonly AnswerCount[]): (day: number) => Times {
  const days = new Map<number, AnswerCount[]>()
  for (const answer of answers) {
    const ofDay = days.get(answer.day)
    if (ofDay === undefined) days.set(answer.day, [answer])
    else ofDay.push(answer)
  }
  return (day) => {
    const ofDay = days.get(day) ?? []
    const count = ofDay.reduce((sum, answer) => sum + answer.answers, 0)
    return { medianMs: reached(ofDay, count * 0.5), p95Ms: reached(ofDay, count * 0.95), count }
  }
}

/** The time within which so many were done; null where there are none. */
function reached(answers: readonly AnswerCount[], many: number): number | null {
  let done = 0
  for (const { took, answers: count } of answers) {
    done += count
    if (done >= many) return Math.round(took)
  }
  return null
}
