import { MAX_BROWSER_RECORDS } from '#web/lib/limits.ts'
import { storage } from '#web/lib/storage.ts'
import { keepRecordsText, recordsText, removeRecords, report } from './record-storage.ts'

/** A share and the group that it belongs to. */
export interface CredentialPair {
  shareCredential: string
  groupCredential: string
}

/** A share with its group, as this browser keeps it (specification, section 3). */
export interface BrowserRecord extends CredentialPair {
  id: string
  /** The keyset's name, if given. */
  name?: string
  /** ISO 8601. */
  savedAt: string
}

const KEEPS = 'floe.keep-share-records'
const NO = 'no'

/** The kept records, newest first. Anything else in the storage is ignored. */
export function readRecords(): BrowserRecord[] {
  return parseRecords(recordsText())
}

/**
 * Keeps a pair, unless the owner wants none kept. It replaces an identical pair, and takes its name
 * if none is given; the oldest beyond the tenth goes.
 *
 * @returns false when it should have been kept but the browser could not
 */
export function saveRecord(pair: CredentialPair & { name?: string | undefined }): boolean {
  if (!keepsRecords()) return true
  const { shareCredential, groupCredential } = pair
  const records = readRecords()
  const same = records.find((record) => isSamePair(record, pair))
  const name = pair.name ?? same?.name
  const record: BrowserRecord = {
    id: newId(),
    shareCredential,
    groupCredential,
    ...(name === undefined ? {} : { name }),
    savedAt: new Date().toISOString(),
  }
  const others = records.filter((other) => other !== same)
  const kept = [record, ...others].slice(0, MAX_BROWSER_RECORDS)
  return keepRecordsText(JSON.stringify(kept))
}

/** Whether pairs are to be kept here: yes, until the owner says no. */
export function keepsRecords(): boolean {
  return storage.get(KEEPS) !== NO
}

/** The owner's choice for this browser; off also removes what is there. */
export function setKeepsRecords(on: boolean): void {
  if (on) {
    storage.remove(KEEPS)
    report()
  } else {
    storage.set(KEEPS, NO)
    removeRecords()
  }
}

export function parseRecords(text: string): BrowserRecord[] {
  const found = parseJson(text)
  if (!Array.isArray(found)) return []
  return found
    .filter(isRecord)
    .sort((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt))
    .filter((record, at, all) => all.findIndex((other) => isSamePair(other, record)) === at)
    .slice(0, MAX_BROWSER_RECORDS)
}

const isSamePair = (a: CredentialPair, b: CredentialPair): boolean =>
  a.shareCredential === b.shareCredential && a.groupCredential === b.groupCredential

function isRecord(value: unknown): value is BrowserRecord {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  const { id, shareCredential, groupCredential, savedAt, name = '' } = record
  const texts = [id, shareCredential, groupCredential, savedAt, name]
  return (
    texts.every((text) => typeof text === 'string') &&
    shareCredential !== '' &&
    groupCredential !== '' &&
    !Number.isNaN(Date.parse(String(savedAt)))
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Pages on plain HTTP have no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
