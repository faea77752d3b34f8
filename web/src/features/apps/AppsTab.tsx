import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddAppDialog, type Way } from './AddAppDialog.tsx'
import { AppList } from './AppList.tsx'
import { AppPage } from './AppPage.tsx'
import { useApps } from './get-apps.ts'
import { NoApps } from './NoApps.tsx'

export interface AppsTabProps {
  saved: CredentialsAnswer
  /** An app's link, with which the page was opened. */
  link: string | undefined
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
}

/** The apps that sign with the key, one of them, and what adds one. */
export default function AppsTab({ saved, link, onMove }: AppsTabProps) {
  const { data, error, refetch } = useApps()
  const [shown, show] = useState<string | null>(null)
  const [adding, add] = useState<Way | null>(link === undefined ? null : 'accept')
  const app = data?.apps.find(({ id }) => id === shown)
  return (
    <>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-80" />
        ) : (
          <Note kind="bad">
            <p role="alert" className="mb-3">
              {texts.loadFailed}: {reasonOf(error)}
            </p>
            <Button onClick={() => void refetch()}>{common.retry}</Button>
          </Note>
        )
      ) : shown !== null ? (
        <AppPage app={app} onBack={() => show(null)} />
      ) : (
        <Card
          title={texts.title}
          actions={
            data.apps.length > 0 && (
              <Button kind="primary" onClick={() => add('invite')}>
                <Plus size={16} strokeWidth={1.8} aria-hidden />
                {texts.add}
              </Button>
            )
          }
        >
          {data.apps.length === 0 ? (
            <NoApps onAdd={add} />
          ) : (
            <>
              <CardBody>
                <p className="text-ink-2">{texts.lead}</p>
              </CardBody>
              <AppList apps={data.apps} onShow={show} />
            </>
          )}
        </Card>
      )}
      {adding !== null && (
        <AddAppDialog
          way={adding}
          link={link}
          saved={saved}
          onMove={onMove}
          onClose={() => add(null)}
          onShow={(id) => {
            add(null)
            show(id)
          }}
        />
      )}
    </>
  )
}
