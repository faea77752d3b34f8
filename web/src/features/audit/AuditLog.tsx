import { Download, RotateCw } from 'lucide-react'
import { audit as texts } from '../../../../server/contract/texts/audit.ts'
import { common } from '../../../../server/contract/texts/common.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNames } from '../names/use-names.ts'
import { AuditDays } from './AuditDays.tsx'
import { AuditRow } from './AuditRow.tsx'
import { useExportAudit } from './export-audit.ts'
import { useAudit } from './get-audit.ts'

/** The audit in pages, and all of it as a file. */
export function AuditLog() {
  const query = useAudit()
  const exporting = useExportAudit()
  const names = useNames()
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{texts.lead}</p>
        <IconButton
          icon={RotateCw}
          label={texts.refresh}
          busy={query.isFetching && !query.isFetchingNextPage}
          onClick={() => void query.refetch()}
        />
        <Button
          title={texts.exportHint}
          aria-disabled={exporting.isPending}
          onClick={() => !exporting.isPending && exporting.mutate()}
        >
          <Download size={16} strokeWidth={1.8} aria-hidden />
          {exporting.isPending ? texts.exporting : texts.export}
        </Button>
      </div>
      {query.error !== null && (
        <Note kind="bad">
          <p role="alert" className="mb-3">
            {texts.failed}: {reasonOf(query.error)}
          </p>
          <Button onClick={() => void query.refetch()}>{common.retry}</Button>
        </Note>
      )}
      {entries === undefined ? (
        query.error === null && <Skeleton className="h-80" />
      ) : entries.length === 0 ? (
        <p className="rounded-md border border-line px-3.5 py-4.5 text-ink-3">{texts.empty}</p>
      ) : (
        <AuditDays
          entries={entries}
          row={(entry) => <AuditRow key={entry.id} entry={entry} names={names} />}
        />
      )}
      {entries !== undefined && entries.length > 0 && (
        <div className="mt-3 text-center">
          {query.hasNextPage ? (
            <Button
              aria-disabled={query.isFetchingNextPage}
              onClick={() => !query.isFetching && void query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? texts.loadingMore : texts.more}
            </Button>
          ) : (
            <p className="text-xs text-ink-3">{texts.noMore}</p>
          )}
        </div>
      )}
    </>
  )
}
