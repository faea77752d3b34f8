import { useState } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import { xOnly } from '#nostr/x-only.ts'
import { history as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { describePercent, type Shares } from '../../ui/uptime.ts'
import { useNames } from '../settings/use-names.ts'
import { describeActor } from './describe-entry.ts'

/** Devices, and relays, that are shown at first: the others on request. */
const SHOWN = 4

interface Row {
  key: string
  name: string
  month: Shares
}

/** How much of the last days each device and relay was there. */
export function UptimeRows({ history }: { history: HistoryAnswer | undefined }) {
  const names = useNames()
  return (
    <Card title={texts.uptime.title}>
      <CardBody>
        <p className="mb-3 text-sm text-ink-3">{texts.uptime.lead}</p>
        {history === undefined ? (
          <Skeleton className="h-48" />
        ) : (
          <>
            <Rows
              title={texts.uptime.devices}
              rows={history.devices.map(({ pubkey, lastMonth }) => ({
                key: pubkey,
                name: names.of(pubkey) ?? describeActor(xOnly(pubkey)),
                month: lastMonth,
              }))}
            />
            <Rows
              title={texts.uptime.relays}
              rows={history.relays.map(({ url, lastMonth }) => ({
                key: url,
                name: url.replace(/^wss:\/\//, ''),
                month: lastMonth,
              }))}
            />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = isWhole || rows.length <= SHOWN + 1 ? rows : rows.slice(0, SHOWN)
  const rest = rows.length - shown.length
  return (
    <section aria-label={title} className="mb-3 last:mb-0">
      <h3 className="mb-1 text-sm font-medium text-ink-3">{title}</h3>
      <ul>
        {shown.map(({ key, name, month }) => (
          <li
            key={key}
            className="grid min-h-8 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_3rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_3rem] items-center gap-2.5"
          >
            <span title={name} className="truncate">
              {name}
            </span>
            <UptimeBars values={month} label={texts.uptime.label} />
            <span aria-hidden className="text-right text-sm text-ink-3 tabular-nums">
              {describePercent(month)}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button kind="quiet" className="mt-1" onClick={() => setWhole(true)}>
          {texts.uptime.more(rest)}
        </Button>
      )}
    </section>
  )
}
