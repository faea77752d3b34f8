import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/api-client.ts'
import { downloadBlob } from '../../lib/download.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { audit as texts } from '../../texts/texts.ts'
import { toastFailed } from '../../ui/toast.ts'

/** The whole audit is sent, however slow the line. Milliseconds. */
const TIMEOUT = 600_000

/** Has the browser save the whole audit. */
export function useExportAudit() {
  return useMutation({
    mutationFn: async () => {
      const { name, content } = await callForFile('GET', '/api/audit/export', { timeout: TIMEOUT })
      downloadBlob(name ?? texts.exportName, content)
    },
    onError: (error) => toastFailed(texts.exportFailed, reasonOf(error)),
  })
}
