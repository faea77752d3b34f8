import { useId, useRef } from 'react'
import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { relays as texts } from '../../texts/texts.ts'
import type { StatusQuery } from '../status/get-status.ts'
import { AddRelay } from './AddRelay.tsx'
import { RelayCount } from './RelayCount.tsx'
import { RelayRow, RelayRowSkeleton } from './RelayRow.tsx'
import { useRelayList } from './use-relay-list.ts'

export interface RelayManagerProps {
  /** None are saved: the defaults are in force. */
  saved: readonly string[]
  status: StatusQuery
}

/** The relays in force, each with its state as of the last status; the list can be changed. */
export default function RelayManager({ saved, status }: RelayManagerProps) {
  const { data } = status
  const relays = data?.relays ?? []
  const states = data?.relayStates ?? []
  const title = useId()
  const list = useRelayList(relays)
  const rows = useRef<HTMLUListElement>(null)

  // The pressed button goes with its row; focus stays in the list.
  async function remove(url: string) {
    if (await list.remove(url)) rows.current?.focus()
  }

  return (
    <section aria-labelledby={title}>
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-4 py-2">
        <h3 id={title} className="text-sm text-ink-2">
          {texts.title}
        </h3>
        <RelayCount status={status} />
      </div>
      <ul ref={rows} tabIndex={-1} aria-label={texts.title} className="rounded-sm">
        {data === undefined
          ? (saved.length === 0 ? DEFAULT_NODE_RELAYS : saved).map((url) => (
              <RelayRowSkeleton key={url} />
            ))
          : relays.map((url) => (
              <RelayRow
                key={url}
                url={url}
                relay={states.find((relay) => relay.url === url)}
                now={Date.parse(data.timestamp)}
                known={!status.isError}
                kept={relays.length === 1 ? texts.lastOne : null}
                busy={list.busy}
                onRemove={() => void remove(url)}
              />
            ))}
      </ul>
      {data !== undefined && relays.length === 0 && (
        <p className="px-4 py-3 text-ink-2">{texts.none}</p>
      )}
      {saved.length === 0 && (
        <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">{texts.defaults}</p>
      )}
      <AddRelay relays={data?.relays} list={list} />
    </section>
  )
}
