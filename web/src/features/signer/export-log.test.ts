import { expect, it } from 'vitest'
import { addEntries, emptyLog } from './event-log.ts'
import { dataText, entryText, exportName, logText } from './export-log.ts'

const sent = [
  {
    id: 3,
    type: 'sign' as const,
    message: 'Signed\nand more',
    timestamp: '2026-03-01T12:00:00.000Z',
    data: { took: 5 },
  },
  { id: 4, type: 'info' as const, message: 'Next', timestamp: '2026-03-01T12:00:01.000Z' },
]
const { entries } = addEntries(emptyLog, sent)

it('exports as JSON what the server sent', () => {
  expect(JSON.parse(logText(entries, 'json'))).toEqual(sent)
})

it('exports as NDJSON, one entry a line', () => {
  const lines = logText(entries, 'ndjson').split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toEqual(sent)
})

it('copies an entry as the server sent it', () => {
  expect(entries.map((entry) => JSON.parse(entryText(entry)))).toEqual(sent)
})

it('shows data as formatted JSON', () => {
  expect(dataText({ took: 5 })).toBe('{\n  "took": 5\n}')
})

it('names the file by date and time, without characters that file systems refuse', () => {
  expect(exportName(new Date('2026-03-01T12:04:05.678Z'), 'ndjson')).toBe(
    'floe-events-2026-03-01T12-04-05.ndjson',
  )
})
