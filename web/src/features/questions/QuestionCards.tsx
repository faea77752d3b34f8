import { describeQuestion } from '#contract/describe-use.ts'
import type { Question } from '#contract/questions.ts'
import { useNow } from '../../lib/use-now.ts'
import { deeds } from '../../texts/deeds.ts'
import { kinds } from '../../texts/kinds.ts'
import { questions as texts } from '../../texts/questions.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { type Names, useNames } from '../names/use-names.ts'
import { useClockOffset } from '../status/use-clock-offset.ts'
import { useAnswer } from './answer-question.ts'
import { callerName } from './caller-name.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { useSettled } from './use-settled.ts'

/** What waits for the owner: a card for each caller that asks. */
export default function QuestionCards({ questions }: { questions: readonly Question[] }) {
  const now = useNow() + useClockOffset()
  const isSettled = useSettled(questions)
  return (
    <>
      {byCaller(questions).map((asked) => (
        <CallerCard
          key={callerOf(asked[0] as Question)}
          asked={asked}
          now={now}
          isSettled={isSettled}
        />
      ))}
    </>
  )
}

interface CallerCardProps {
  asked: Question[]
  /** The server's time, Unix milliseconds. */
  now: number
  /** Nothing has moved under the pointer just now. */
  isSettled: boolean
}

function CallerCard({ asked, now, isSettled }: CallerCardProps) {
  const answer = useAnswer()
  const names = useNames()
  const [first] = asked
  if (first === undefined) return null
  const busy = answer.isPending || !isSettled
  const harmless = asked.filter((question) => question.harmless)
  const others = asked.filter((question) => !question.harmless)
  const all = (questions: Question[], verdict: 'allow' | 'refuse') =>
    !busy && answer.mutate({ questions, answer: { verdict } })
  return (
    <Card
      title={texts.asks(callerName(first.caller))}
      className="border-ice-line"
      badges={<Chip tone="ice">{texts.waiting(asked.length)}</Chip>}
      actions={
        asked.length > 1 && (
          <>
            <Button aria-disabled={busy} onClick={() => all(asked, 'refuse')}>
              {texts.refuseAll(asked.length)}
            </Button>
            {harmless.length > 1 && (
              <Button aria-disabled={busy} onClick={() => all(harmless, 'allow')}>
                {(others.length === 0 ? texts.allowAll : texts.allowHarmless)(harmless.length)}
              </Button>
            )}
          </>
        )
      }
    >
      {harmless.length > 1 && others.length > 0 && (
        <p className="px-4 pt-3 text-sm text-ink-3">{texts.oneByOne(deedsOf(others, names))}</p>
      )}
      <ul className="divide-y divide-line">
        {asked.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            names={names}
            now={now}
            busy={busy}
            onAnswer={(verdict, remember) =>
              answer.mutate({
                questions: [question],
                answer: { verdict, ...(remember && { remember }) },
              })
            }
          />
        ))}
      </ul>
    </Card>
  )
}

const deedsOf = (questions: readonly Question[], names: Names): string =>
  [
    ...new Set(questions.map((question) => describeQuestion(question, names.or, { kinds, deeds }))),
  ].join(', ')

const callerOf = ({ caller: { door, id } }: Question): string => `${door} ${id}`

/** In the order of each one's first question. */
function byCaller(questions: readonly Question[]): Question[][] {
  const callers = new Map<string, Question[]>()
  for (const question of questions) {
    const key = callerOf(question)
    callers.set(key, [...(callers.get(key) ?? []), question])
  }
  return [...callers.values()]
}
