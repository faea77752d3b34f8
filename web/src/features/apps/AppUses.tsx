import type { AppView } from '#contract/apps.ts'
import { wholeNumber } from '../../lib/numbers.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { DaysPlot } from './DaysPlot.tsx'
import { byUse } from './days-plot.ts'
import { wordsOfUse } from './describe-app.ts'
import { useServerNow } from './use-server-now.ts'

/** Of the bar of what was done most often. In the units of its picture. */
const WIDTH = 100

/** What an app has done in the last 30 days: when, and what. */
export function AppUses({ app: { days } }: { app: AppView }) {
  const now = useServerNow()
  const uses = byUse(days)
  const most = uses[0]?.times ?? 0
  return (
    <Card title={texts.uses}>
      <CardBody>
        {uses.length === 0 ? (
          <p className="text-ink-3">{texts.noUses}</p>
        ) : (
          <>
            <p className="mb-3 text-ink-2">{texts.usesLead}</p>
            <DaysPlot days={days} now={now} className="block h-16" />
            <p aria-hidden className="mt-1 mb-3 flex justify-between text-xs text-ink-3">
              <span>{texts.thirtyDaysAgo}</span>
              <span>{texts.today}</span>
            </p>
            <ul className="grid gap-2">
              {uses.map(({ use, times }) => (
                <li key={use}>
                  <p className="flex gap-3 text-sm">
                    <span className="min-w-0 flex-1">{wordsOfUse(use)}</span>
                    <span className="font-medium">{wholeNumber(times)}</span>
                  </p>
                  <svg
                    viewBox={`0 0 ${WIDTH} 1`}
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    className="block h-1 w-full overflow-hidden rounded-full bg-line"
                  >
                    <rect width={(WIDTH * times) / most} height={1} className="fill-ice" />
                  </svg>
                </li>
              ))}
            </ul>
          </>
        )}
      </CardBody>
    </Card>
  )
}
