import type { LogEntry } from '#contract/events.ts'
import { seenText } from '#contract/plain-text.ts'
import { download } from '../../lib/download.ts'
import type { PageEntry } from './event-log.ts'

export type ExportFormat = 'json' | 'ndjson'

const MEDIA_TYPES: Record<ExportFormat, string> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
}

/** An entry as the server sent it. */
const asSent = ({ seq: _, ...entry }: PageEntry): LogEntry => entry

/** An entry as formatted JSON. */
export const entryText = (entry: PageEntry): string => JSON.stringify(asSent(entry), null, 2)

/** `data` as formatted JSON. */
export const dataText = (data: unknown): string => seenText(JSON.stringify(data, null, 2))

/** The entries as one JSON array, or as JSON of one line each. */
export function logText(entries: readonly PageEntry[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(entries.map(asSent), null, 2)}\n`
  return entries.map((entry) => `${JSON.stringify(asSent(entry))}\n`).join('')
}

/** The file name for what was shown at `date`: `floe-events-2025-11-20T14-22-07.json`. */
export function exportName(date: Date, format: ExportFormat): string {
  return `floe-events-${date.toISOString().slice(0, 19).replaceAll(':', '-')}.${format}`
}

/** Offers the entries as a file. @returns its name */
export function saveLog(entries: readonly PageEntry[], format: ExportFormat): string {
  const name = exportName(new Date(), format)
  download(name, logText(entries, format), MEDIA_TYPES[format])
  return name
}
