import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const numbers = new Intl.NumberFormat('en')

/** The event log. */
export const events = {
  title: 'Event Log',
  entries: 'Event Log entries',
  none: 'No logs available',
  noneMatch: 'No logs match the current filters',
  count: (count: number) =>
    count === 0
      ? 'No events'
      : plural(count, { one: '1 event', other: `${numbers.format(count)} events` }),
  shown: (count: number) => `${count} shown`,
  reconnecting: 'Reconnecting…',
  newestError: (time: string, message: string) => `Error at ${time}: ${message}`,

  clear: 'Clear logs',
  cleared: 'Logs cleared on this page',
  serverKeeps: (entries: number) =>
    `Cleared on this page only. The server keeps its newest ${entries} entries: reload the page to see them again.`,

  toggleFilters: 'Toggle filters',
  filterTitle: 'Filter by Event Type',
  selectAll: 'Select All',
  clearAll: 'Clear All',
  closeFilters: 'Close filters',
  clearFilters: 'Clear Filters',

  export: 'Export logs',
  exportWhat: (count: number) =>
    count === 0
      ? 'No entry is shown that could be saved'
      : plural(count, {
          one: 'Save the entry that is shown',
          other: `Save the ${count} entries that are shown`,
        }),
  closeExport: 'Close export',
  exportAs: { json: 'JSON', ndjson: 'NDJSON, one entry a line' },
  exported: (file: string) => `Saved as ${file}`,

  clockSetBack: 'The server’s clock was set back',
  jumpToEnd: 'Jump to the newest',
  unseen: (count: number) => `${count} new`,
  entryNumber: (id: number) => `Entry ${id}`,
  more: (chars: number) => `(${chars} more characters: copy it to see them all)`,
  entry: 'entry',
  data: 'data',
} as const
