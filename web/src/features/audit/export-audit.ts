import { useMutation } from '@tanstack/react-query'
import { audit as texts } from '../../../../server/contract/texts/audit.ts'
import { callForFile } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toastFailed } from '../../ui/toast.ts'

/** All of the audit comes, however long the line takes. Milliseconds. */
const TIMEOUT = 600_000

/** Has the whole audit saved by the browser. */
export function useExportAudit() {
  return useMutation({
    mutationFn: async () => {
      const { name, content } = await callForFile('GET', '/api/audit/export', { timeout: TIMEOUT })
      downloadBlob(name ?? texts.exportName, content)
    },
    onError: (error) => toastFailed(texts.exportFailed, reasonOf(error)),
  })
}
