import type { Question } from '../../../../server/contract/questions.ts'
import { useNow } from '../../lib/use-now.ts'
import { questions as texts } from '../../texts/questions.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { useNames } from '../names/use-names.ts'
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
  const all = (verdict: 'allow' | 'refuse') =>
    !busy && answer.mutate({ questions: asked, answer: { verdict } })
  return (
    <Card
      title={texts.asks(callerName(first.caller))}
      className="border-ice-line"
      badges={<Chip tone="ice">{texts.waiting(asked.length)}</Chip>}
      actions={
        asked.length > 1 && (
          <>
            <Button aria-disabled={busy} onClick={() => all('refuse')}>
              {texts.refuseAll(asked.length)}
            </Button>
            <Button aria-disabled={busy} onClick={() => all('allow')}>
              {texts.allowAll(asked.length)}
            </Button>
          </>
        )
      }
    >
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
