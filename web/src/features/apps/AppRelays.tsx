import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppView } from '#contract/apps.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { statusQuery } from '../home/get-status.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { RelayChoice } from '../setup/configure/RelayChoice.tsx'
import { useUpdateApp } from './changes.ts'

/** The relays of an app: whether they are heard, and why not. */
export function AppRelays({ app }: { app: AppView }) {
  const isFresh = useIsFresh(useQuery(statusQuery))
  const [changing, setChanging] = useState(false)
  return (
    <Card
      title={texts.relays}
      actions={<Button onClick={() => setChanging(true)}>{texts.relaysChange}</Button>}
    >
      <ul>
        {app.relays.map(({ url, heard, error, former }) => (
          <li
            key={url}
            className="flex items-start gap-3 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <span className="mt-0.5">
              <StateIcon
                state={!isFresh ? 'unknown' : !heard ? 'bad' : error === undefined ? 'ok' : 'warn'}
                word={heard ? texts.heard : texts.notHeard}
              />
            </span>
            <div className="min-w-0">
              <p className="font-mono text-mono">{url}</p>
              <p className="text-sm text-pretty text-ink-3">
                <span aria-hidden>{heard ? texts.heard : texts.notHeard}</span>
                {error !== undefined && `: ${error}`}
                {former && `, ${texts.former}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {changing && <RelaysDialog app={app} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function RelaysDialog({ app, onClose }: { app: AppView; onClose(): void }) {
  const [relays, setRelays] = useState<readonly string[]>(() =>
    app.relays.filter(({ former }) => !former).map(({ url }) => url),
  )
  const { mutate, isPending } = useUpdateApp(app)
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={texts.relaysTitle(app.name)}
      description={texts.relaysLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="primary"
            busy={isPending}
            onClick={() => mutate({ relays: [...relays] }, { onSuccess: onClose })}
          >
            {texts.relaysSave}
          </Button>
        </>
      }
    >
      <RelayChoice relays={relays} onChange={setRelays} areGiven error={null} />
    </Dialog>
  )
}
