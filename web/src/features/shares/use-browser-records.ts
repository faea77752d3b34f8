import { useMemo, useSyncExternalStore } from 'react'
import {
  type BrowserRecord,
  keepsRecords,
  onRecordsChange,
  parseRecords,
  recordsText,
  staysAfterSignOut,
} from './browser-records.ts'

/** What this browser keeps, and whether it is to keep more; follows changes from other tabs. */
export function useBrowserRecords(): {
  records: readonly BrowserRecord[]
  keeps: boolean
  /** Also after signing out. */
  stays: boolean
} {
  const text = useSyncExternalStore(onRecordsChange, recordsText)
  const keeps = useSyncExternalStore(onRecordsChange, keepsRecords)
  const stays = useSyncExternalStore(onRecordsChange, staysAfterSignOut)
  return { records: useMemo(() => parseRecords(text), [text]), keeps, stays }
}
