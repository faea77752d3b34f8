import { AppWindow, Plus, QrCode, ScanLine } from 'lucide-react'
import { useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePlaces } from '../home/places.ts'
import { AddAppDialog, type Way } from './AddAppDialog.tsx'
import { AppList } from './AppList.tsx'
import { useApps } from './queries.ts'

export interface AppsTabProps {
  saved: CredentialsAnswer
  /** An app's link, with which the page was opened. */
  link: string | undefined
}

/** The apps that sign with the key, and what adds one. */
export default function AppsTab({ saved, link }: AppsTabProps) {
  const { onApp } = usePlaces()
  const [adding, add] = useState<Way | null>(link === undefined ? null : 'accept')
  return (
    <>
      <Loaded
        query={useApps()}
        placeholder={<Skeleton className="h-80" />}
        failed={texts.loadFailed}
      >
        {({ apps }) => (
          <Card
            title={texts.title}
            actions={
              apps.length > 0 && (
                <Button kind="primary" onClick={() => add('invite')}>
                  <Plus size={16} strokeWidth={1.8} aria-hidden />
                  {texts.add}
                </Button>
              )
            }
          >
            {apps.length === 0 ? (
              <NoApps onAdd={add} />
            ) : (
              <>
                <CardBody>
                  <p className="text-ink-2">{texts.lead}</p>
                </CardBody>
                <AppList apps={apps} onShow={onApp} />
              </>
            )}
          </Card>
        )}
      </Loaded>
      {adding !== null && (
        <AddAppDialog
          way={adding}
          link={link}
          saved={saved}
          onClose={() => add(null)}
          onShow={(id) => {
            add(null)
            onApp(id)
          }}
        />
      )}
    </>
  )
}

/** What an app is, and both ways to add the first. */
function NoApps({ onAdd }: { onAdd(way: Way): void }) {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 px-4 py-10 text-center">
      <span className="mb-1 grid size-12 place-items-center rounded-lg bg-ice-soft text-ice">
        <AppWindow size={24} strokeWidth={1.6} aria-hidden />
      </span>
      <h3 className="font-semibold">{texts.empty}</h3>
      <p className="text-pretty text-ink-2">{texts.emptyLead}</p>
      <div className="mt-3 flex w-full flex-wrap justify-center gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:w-full">
        <Button kind="primary" onClick={() => onAdd('invite')}>
          <QrCode size={16} strokeWidth={1.8} aria-hidden />
          {texts.inviteOne}
        </Button>
        <Button onClick={() => onAdd('accept')}>
          <ScanLine size={16} strokeWidth={1.8} aria-hidden />
          {texts.acceptOne}
        </Button>
      </div>
    </div>
  )
}
