import { useId } from 'react'
import { UNHEARD_SHOWN } from '../../lib/limits.ts'
import { home } from '../../texts/home.ts'
import { relays as texts } from '../../texts/relays.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { StatusQuery } from '../status/get-status.ts'
import { RelayManager } from './RelayManager.tsx'

export interface RelaysCardProps {
  /** None are saved: the defaults are in force. */
  saved: readonly string[]
  status: StatusQuery
  /** The list is shown, and can be changed. */
  open: boolean
  onOpen(open: boolean): void
}

/** How many relays are heard and which are not; all of them when asked for. */
export function RelaysCard({ saved, status, open, onOpen }: RelaysCardProps) {
  const panel = useId()
  const { data } = status
  const states = data?.relayStates ?? []
  const heard = states.filter((relay) => relay.heard).length
  const unheard = states.filter((relay) => !relay.heard)
  const shown = unheard.slice(0, UNHEARD_SHOWN)
  return (
    <Card
      title={home.relays}
      headOnly={!open && unheard.length === 0}
      badges={
        data === undefined ? (
          <Skeleton className="h-5.5 w-16 rounded-full" />
        ) : (
          states.length > 0 && (
            <Chip tone={heard === 0 ? 'bad' : heard < states.length ? 'warn' : 'ok'}>
              {texts.count(heard, states.length)}
            </Chip>
          )
        )
      }
      actions={
        <Button
          kind="quiet"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => onOpen(!open)}
        >
          {open ? home.close : home.change}
        </Button>
      }
    >
      <div id={panel} hidden={!open}>
        {open && <RelayManager saved={saved} status={status} />}
      </div>
      {!open && unheard.length > 0 && (
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
