import { useMemo, useSyncExternalStore } from 'react'
import {
  type BrowserRecord,
  keepsRecords,
  onRecordsChange,
  parseRecords,
  recordsText,
  staysAfterSignOut,
} from './browser-records.ts'

/** What this browser keeps, and whether it should keep more; follows changes in other tabs. */
export function useBrowserRecords(): {
  records: readonly BrowserRecord[]
  keeps: boolean
  /** Whether it keeps them after signing out. */
  stays: boolean
} {
  const text = useSyncExternalStore(onRecordsChange, recordsText)
  const keeps = useSyncExternalStore(onRecordsChange, keepsRecords)
  const stays = useSyncExternalStore(onRecordsChange, staysAfterSignOut)
  return { records: useMemo(() => parseRecords(text), [text]), keeps, stays }
}
