import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { AppView } from '#contract/apps.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ActivityCard } from '../activity/ActivityCard.tsx'
import { RulesSection } from '../rules/RulesSection.tsx'
import { AppHead } from './AppHead.tsx'
import { AppRelays } from './AppRelays.tsx'
import { AppSettings } from './AppSettings.tsx'
import { AppUses } from './AppUses.tsx'
import { appQuery } from './get-apps.ts'

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
