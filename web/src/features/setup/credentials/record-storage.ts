// Stores a browser's share records. The page loads this file from the start, because the end of a session removes
// them; browser-records.ts reads what is in them.

import { storage } from '#web/lib/storage.ts'

const RECORDS = 'floe.share-records'
const STAY = 'floe.share-records-stay'
const YES = 'yes'

const listeners = new Set<() => void>()

/** Calls the listeners of `onRecordsChange`. */
export const report = () => {
  for (const listener of listeners) listener()
}

/** The records as stored: the same text as long as nothing changes. */
export const recordsText = (): string => storage.get(RECORDS) ?? ''

/** Keeps records as text; false when the browser could not. */
export function keepRecordsText(text: string): boolean {
  const isKept = storage.set(RECORDS, text)
  report()
  return isKept
}

/** Forgets what is kept; later pairs are kept again. */
export function removeRecords(): void {
  storage.remove(RECORDS)
  report()
}

/** Whether what is kept stays after signing out: no, until the owner says yes. */
export const staysAfterSignOut = (): boolean => storage.get(STAY) === YES

export function setStaysAfterSignOut(on: boolean): void {
  if (on) storage.set(STAY, YES)
  else storage.remove(STAY)
  report()
}

/** The session has ended: what was kept for it goes. */
export function forgetSessionRecords(): void {
  if (!staysAfterSignOut() && storage.get(RECORDS) !== null) removeRecords()
}

/** Called on every change, also by this browser's other tabs. */
export function onRecordsChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
