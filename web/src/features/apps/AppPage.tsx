import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { AppView } from '#contract/apps.ts'
import { ApiError } from '../../lib/api-client.ts'
import { wholeNumber } from '../../lib/format.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OwnActivityCard } from '../activity/ActivityCard.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { RulesSection } from '../policy/RulesSection.tsx'
import { Loaded } from '../settings/Loaded.tsx'
import { AppHead } from './AppHead.tsx'
import { AppRelays } from './AppRelays.tsx'
import { AppSettings } from './AppSettings.tsx'
import { DaysPlot } from './DaysPlot.tsx'
import { byUse } from './days-plot.ts'
import { describeUsage } from './describe-app.ts'
import { useApp } from './queries.ts'

export interface AppPageProps {
  id: string
  /** To all apps: also once it isn't there any more. */
  onLeave(): void
}

/** One app: who it is, what it may do, what it did, and where it is met. */
export default function AppPage({ id, onLeave }: AppPageProps) {
  const query = useApp(id)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  return (
    <>
      <Button kind="quiet" className="-mt-1 mb-2 -ml-2" onClick={onLeave}>
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {texts.back}
      </Button>
      <Loaded query={query} placeholder={<Skeleton className="h-80" />}>
        {(app) => <ShownApp app={app} onRemoved={onLeave} />}
      </Loaded>
    </>
  )
}

function ShownApp({ app, onRemoved }: { app: AppView; onRemoved(): void }) {
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
          <OwnActivityCard title={texts.log} empty={texts.logEmpty} of={{ actor: app.id }} />
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
