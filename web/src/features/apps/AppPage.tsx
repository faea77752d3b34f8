import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { AppView } from '#contract/apps.ts'
import { wholeNumber } from '../../lib/format.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ActivityCard } from '../activity/ActivityCard.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { RulesSection } from '../policy/RulesSection.tsx'
import { AppHead } from './AppHead.tsx'
import { AppRelays } from './AppRelays.tsx'
import { AppSettings } from './AppSettings.tsx'
import { DaysPlot } from './DaysPlot.tsx'
import { byUse } from './days-plot.ts'
import { describeUsage } from './describe-app.ts'
import { appQuery } from './queries.ts'

export interface AppPageProps {
  /** As the list has it; undefined: it is not there any more. */
  app: AppView | undefined
  onBack(): void
}

/** One app: who it is, what it may do, what it did, and where it is met. */
export function AppPage({ app, onBack }: AppPageProps) {
  return (
    <>
      <Button kind="quiet" className="-mt-1 mb-2 -ml-2" onClick={onBack}>
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {texts.back}
      </Button>
      {app === undefined ? (
        <Note kind="warn">{texts.gone}</Note>
      ) : (
        <ShownApp listed={app} onRemoved={onBack} />
      )}
    </>
  )
}

function ShownApp({ listed, onRemoved }: { listed: AppView; onRemoved(): void }) {
  const { data: app = listed } = useQuery(appQuery(listed.id))
  return (
    <>
      <AppHead app={app} onRemoved={onRemoved} />
      <div className="grid items-start gap-x-4 lg:grid-cols-[7fr_5fr]">
        <div className="min-w-0">
          <Card title={texts.rights}>
            <CardBody>
              <RulesSection caller={{ door: 'app', id: app.id }} name={app.name} />
            </CardBody>
          </Card>
          <ActivityCard title={texts.log} empty={texts.logEmpty} actor={app.id} />
        </div>
        <div className="min-w-0">
          <AppUses app={app} />
          <AppSettings app={app} />
          <AppRelays app={app} />
        </div>
      </div>
    </>
  )
}

/** Of the bar of what was done most often. In the units of its picture. */
const WIDTH = 100

/** What an app has done in the last 30 days: when, and what. */
function AppUses({ app: { days } }: { app: AppView }) {
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
                    <span className="min-w-0 flex-1">{describeUsage(use)}</span>
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
