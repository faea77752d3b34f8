import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { AppView } from '#contract/apps.ts'
import { ApiError } from '../../lib/api-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OwnActivityCard } from '../activity/ActivityCard.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { RulesSection } from '../policy/RulesSection.tsx'
import { AppHead } from './AppHead.tsx'
import { AppRelays } from './AppRelays.tsx'
import { AppSettings } from './AppSettings.tsx'
import { DaysPlot } from './DaysPlot.tsx'
import { describeDays } from './days-plot.ts'
import { useApp } from './queries.ts'

export interface AppPageProps {
  id: string
  /** Back to all apps; also called when the app no longer exists. */
  onLeave(): void
}

/** One app: who it is, what it may do, what it did, and its relays. */
export default function AppPage({ id, onLeave }: AppPageProps) {
  const query = useApp(id)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  return (
    <>
      <Button kind="quiet" className="-mt-1 mb-2 -ml-3" onClick={onLeave}>
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
          <OwnActivityCard title={texts.log} empty={texts.logEmpty} of={{ actor: app.id }}>
            <AppUses app={app} />
          </OwnActivityCard>
        </div>
        <div className="min-w-0">
          <AppSettings app={app} />
          <AppRelays app={app} />
        </div>
      </div>
    </>
  )
}

/** How often an app has used the key in the last 30 days. */
function AppUses({ app: { days } }: { app: AppView }) {
  const now = useServerNow()
  return (
    <div className="mb-3">
      <p className="text-sm text-ink-2">{describeDays(days, now)}</p>
      <DaysPlot days={days} now={now} className="mt-2 block h-12 empty:hidden" />
    </div>
  )
}
