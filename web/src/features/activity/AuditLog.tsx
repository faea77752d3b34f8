import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ChevronRight, Download, RotateCw } from 'lucide-react'
import type { AuditEntry, AuditPage } from '#contract/operations.ts'
import { seenText } from '#contract/plain-text.ts'
import { callForFile, get } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { AUDIT_PAGE } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { clockTime } from '../../lib/time.ts'
import { generations, audit as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { stateIcons } from '../../ui/tone.ts'
import { type Names, useNames } from '../settings/use-names.ts'
import { protocolOf } from '../signer/event-view.ts'
import { AuditPages } from './AuditPages.tsx'
import { describeAction, describeActor, describeOutcome } from './describe-entry.ts'

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

/** One entry; its details open below it. */
function AuditRow({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { at, actor, action, outcome, detail } = entry
  const protocol = protocolOf(detail)
  const { word, tone } = describeOutcome(outcome)
  const line = (
    <>
      <span className="min-w-0 flex-1 basis-32">
        <span className="block">{describeAction(action)}</span>
        <span className="block text-xs text-ink-3">
          <time dateTime={at}>{clockTime(new Date(at))}</time> · {describeActor(actor, names)}
          {protocol !== null && ` · ${generations.inGeneration(protocol)}`}
        </span>
      </span>
      <Chip tone={tone} icon={stateIcons[tone]}>
        {word}
      </Chip>
    </>
  )
  const shape = 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2'
  if (Object.keys(detail).length === 0) return <li className={`${shape} pr-10`}>{line}</li>
  return (
    <li>
      <details className="group">
        <summary className={`${shape} list-none`}>
          {line}
          <ChevronRight
            size={14}
            strokeWidth={1.8}
            aria-hidden
            className="text-ink-3 transition-transform group-open:rotate-90"
          />
        </summary>
        <pre className="border-t border-line bg-sunken px-3.5 py-2.5 font-mono text-mono break-all whitespace-pre-wrap">
          {seenText(JSON.stringify(detail, null, 2))}
        </pre>
      </details>
    </li>
  )
}

/** The whole audit is sent, however slow the line. Milliseconds. */
const TIMEOUT = 600_000

/** Has the browser save the whole audit. */
function useExportAudit() {
  return useMutation({
    mutationFn: async () => {
      const { name, content } = await callForFile('GET', '/api/audit/export', { timeout: TIMEOUT })
      downloadBlob(name ?? texts.exportName, content)
    },
    onError: (error) => toastFailed(texts.exportFailed, reasonOf(error)),
  })
}

/** Who did what, newest first, page by page. */
const useAudit = () =>
  useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? '' : `&before=${pageParam}`
      return get<AuditPage>(`/api/audit?limit=${AUDIT_PAGE}${before}`, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  })
