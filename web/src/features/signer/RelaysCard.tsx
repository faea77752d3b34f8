import { UNHEARD_SHOWN } from '../../lib/limits.ts'
import { home, relays as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { type StatusQuery, useIsFresh } from '../home/get-status.ts'
import { useOpenSettings } from '../settings/open-settings.ts'

/** How many relays are heard and which are not; all of them are in the settings, where they can be changed. */
export function RelaysCard({ status }: { status: StatusQuery }) {
  const openSettings = useOpenSettings()
  const states = status.data?.relayStates ?? []
  const unheard = states.filter((relay) => !relay.heard)
  const shown = unheard.slice(0, UNHEARD_SHOWN)
  return (
    <Card
      title={home.relays}
      headOnly={unheard.length === 0}
      badges={<RelayCount status={status} />}
      actions={
        <Button kind="quiet" onClick={() => openSettings('relays')}>
          {home.change}
        </Button>
      }
    >
      {unheard.length > 0 && (
        <ul className="grid gap-1 px-4 py-2.5 text-sm text-ink-2">
          {shown.map(({ url }) => (
            <li key={url} className="flex items-start gap-2">
              <span className="mt-0.5" aria-hidden>
                <StateIcon state="warn" word="" />
              </span>
              <span className="min-w-0">{home.unheard(url)}</span>
            </li>
          ))}
          {unheard.length > shown.length && (
            <li className="pl-6">{home.unheardMore(unheard.length - shown.length)}</li>
          )}
        </ul>
      )}
    </Card>
  )
}

/** How many of the relays are heard; nothing where there are none. */
export function RelayCount({ status }: { status: StatusQuery }) {
  const { data } = status
  const isFresh = useIsFresh(status)
  if (data === undefined) return <Skeleton className="h-5.5 w-16 rounded-full" />
  if (data.relayStates.length === 0) return null
  const { connected, total } = data.overview.relays
  const tone = connected === 0 ? 'bad' : connected < total ? 'warn' : 'ok'
  return <Chip tone={isFresh ? tone : 'plain'}>{texts.count(connected, total)}</Chip>
}
