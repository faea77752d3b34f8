import { events } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { toastDone } from '../../ui/toast.ts'
import type { PageEntry } from './event-log.ts'
import { type ExportFormat, saveLog } from './export-log.ts'
import { Panel } from './Panel.tsx'

const FORMATS: readonly ExportFormat[] = ['json', 'ndjson']

export interface ExportPanelProps {
  id: string
  /** The entries to save: those shown. */
  entries: readonly PageEntry[]
  onClose(): void
}

/** Saves what is shown as a file, in the chosen format. */
export default function ExportPanel({ id, entries, onClose }: ExportPanelProps) {
  return (
    <Panel
      id={id}
      title={events.exportWhat(entries.length)}
      closeLabel={events.closeExport}
      onClose={onClose}
    >
      {FORMATS.map((format) => (
        <Button
          key={format}
          disabled={entries.length === 0}
          onClick={() => toastDone(events.exported(saveLog(entries, format)))}
        >
          {events.exportAs[format]}
        </Button>
      ))}
    </Panel>
  )
}
