import { reasonOf } from '../../lib/query-client.ts'
import { common, activity as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { describeUse } from './describe-use.ts'
import { useKnown, useNewest } from './queries.ts'
import { rowsOf } from './rows.ts'

const ROWS = 3

/** What was last done with the key, in a few rows. */
export function ActivityPreview({ onAll }: { onAll(): void }) {
  const { data, error, refetch } = useNewest()
  const known = useKnown()
  const rows = data && rowsOf(data.entries).slice(0, ROWS)
  return (
    <Card
      title={texts.title}
      actions={
        <Button kind="quiet" aria-label={texts.preview} onClick={onAll}>
          {texts.all}
        </Button>
      }
    >
      {rows === undefined && error === null && <Skeleton className="m-3.5 h-28" />}
      {rows === undefined && error !== null && (
        <div className="px-4 py-3.5">
          <p role="alert" className="mb-3">
            {texts.failed}: {reasonOf(error)}
          </p>
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        </div>
      )}
      {rows?.length === 0 && <p className="px-4 py-4.5 text-ink-3">{texts.empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <ActivityRow key={row.entry.id} brief row={row} use={describeUse(row, known)} />
          ))}
        </ul>
      )}
    </Card>
  )
}
