import { Download, RotateCw } from 'lucide-react'
import { audit as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNames } from '../names/use-names.ts'
import { AuditPages } from './AuditPages.tsx'
import { AuditRow } from './AuditRow.tsx'
import { useExportAudit } from './export-audit.ts'
import { useAudit } from './get-audit.ts'

/** The audit in pages, and all of it as a file. */
export function AuditLog() {
  const query = useAudit()
  const exporting = useExportAudit()
  const names = useNames()
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
      <AuditPages
        query={query}
        entries={query.data?.pages.flatMap((page) => page.entries)}
        row={(entry) => <AuditRow key={entry.id} entry={entry} names={names} />}
        words={texts}
      />
    </>
  )
}
