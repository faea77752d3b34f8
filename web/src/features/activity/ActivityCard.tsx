import { type ReactNode, useEffect, useState } from 'react'
import { activity as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { AuditPages } from './AuditPages.tsx'
import { describeUse } from './describe-use.ts'
import { isFiltered, useActivity, useKnown, type Wanted } from './queries.ts'
import { rowsOf } from './rows.ts'
import { SecurityRow } from './SecurityRow.tsx'

/** Entries that the card of one app or device shows at first. */
const FEW = 4

/** Uses of the key, or sign-ins and changes, newest first, by the chosen filters. */
export function ActivityCard() {
  const [wanted, want] = useState<Wanted>({ about: 'uses' })
  const none = wanted.about === 'problems' ? texts.noProblems : texts.empty
  return (
    <Card title={texts.title}>
      <CardBody>
        <ActivityFilters wanted={wanted} onChange={want} />
        <Entries wanted={wanted} empty={isFiltered(wanted) ? texts.noneFound : none} />
      </CardBody>
    </Card>
  )
}

export interface OwnActivityCardProps {
  title: string
  /** Shown when nothing has been asked. */
  empty: string
  /** The app or device. */
  of: Pick<Wanted, 'actor' | 'device'>
  /** Shown above. */
  children?: ReactNode
}

/** What one app asked for, or what a device had a part in: the last of it, and more on request. */
export function OwnActivityCard({ title, empty, of, children }: OwnActivityCardProps) {
  return (
    <Card title={title}>
      <CardBody>
        {children}
        <Entries wanted={{ about: 'uses', ...of }} empty={empty} atFirst={FEW} />
      </CardBody>
    </Card>
  )
}

interface EntriesProps {
  wanted: Wanted
  empty: string
  /** How many entries are read at first. */
  atFirst?: number
}

function Entries({ wanted, empty, atFirst }: EntriesProps) {
  const query = useActivity(wanted, atFirst)
  const known = useKnown()
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  const entries = data?.pages.flatMap((page) => page.entries)
  // A page may be empty although later ones are not.
  const looksOn = entries?.length === 0 && hasNextPage && !isFetching
  useEffect(() => {
    if (looksOn) void fetchNextPage()
  }, [looksOn, fetchNextPage])

  if (wanted.about === 'security') {
    return (
      <AuditPages
        query={query}
        entries={entries}
        empty={empty}
        row={(entry) => <SecurityRow key={entry.id} entry={entry} names={known.names} />}
      />
    )
  }
  // On an app's own page, rows do not name the app.
  const ofOne = atFirst !== undefined && wanted.actor !== undefined
  return (
    <AuditPages
      query={query}
      entries={entries && rowsOf(entries)}
      empty={empty}
      row={(row) => (
        <ActivityRow key={row.entry.id} row={row} use={describeUse(row, known, { ofOne })} />
      )}
    />
  )
}
