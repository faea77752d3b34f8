import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callForFile } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { audit as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { usePlaces } from '../home/places.ts'
import type { SectionProps } from './section-props.ts'

/** All that was done, as a file. */
export default function AuditSection({ saved }: SectionProps) {
  const { onActivity } = usePlaces()
  const exporting = useExportAudit()
  return (
    <>
      <p className="mb-3 text-ink-2">{texts.lead}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          title={texts.exportHint}
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          <Download size={16} strokeWidth={1.8} aria-hidden />
          {exporting.isPending ? texts.exporting : texts.export}
        </Button>
        {saved.configured && <Button onClick={onActivity}>{texts.open}</Button>}
      </div>
    </>
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
