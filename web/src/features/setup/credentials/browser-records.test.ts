import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepsRecords, readRecords, saveRecord, setKeepsRecords } from './browser-records.ts'
import { onRecordsChange, removeRecords } from './record-storage.ts'

const KEY = 'floe.share-records'

/** A browser storage with this many characters per entry, which behaves like `localStorage`. */
function storageOf(quota = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > quota) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
}

const pair = (n: number) => ({ shareCredential: `bfshare1${n}`, groupCredential: 'bfgroup1a' })
const kept = () => readRecords().map(({ shareCredential }) => shareCredential)

describe('share records in the browser', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', storageOf())
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.000Z') })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const saveAtNextSecond = (n: number, name?: string) => {
    vi.advanceTimersByTime(1_000)
    return saveRecord({ ...pair(n), name })
  }

  it('hold the pair, the name, the time as ISO 8601 and an id', () => {
    saveRecord({ ...pair(1), name: 'Main' })
    expect(readRecords()).toEqual([
      {
        ...pair(1),
        name: 'Main',
        savedAt: '2026-03-01T12:00:00.000Z',
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
      },
    ])
  })

  it('come newest first', () => {
    saveAtNextSecond(1)
    saveAtNextSecond(2)
    expect(kept()).toEqual(['bfshare12', 'bfshare11'])
  })

  it('are no more than the ten latest', () => {
    for (let n = 1; n <= 12; n += 1) saveAtNextSecond(n)
    expect(kept()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `bfshare1${n}`))
  })

  it('hold an identical pair once, as last saved', () => {
    for (const n of [1, 2, 1]) saveAtNextSecond(n)
    expect(kept()).toEqual(['bfshare11', 'bfshare12'])
  })

  it('keep the name of a pair that is saved again without one', () => {
    saveAtNextSecond(1, 'Main')
    saveAtNextSecond(1)
    expect(readRecords()[0]?.name).toBe('Main')
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{"0":1}'],
    ['entries that are no records', '[null, 7, "x", [], {}]'],
    ['a record without a share', '[{"id":"1","groupCredential":"g","savedAt":"2026-01-01"}]'],
    [
      'a record of no known time',
      '[{"id":"1","shareCredential":"s","groupCredential":"g","savedAt":"soon"}]',
    ],
    [
      'a name that is no text',
      '[{"id":"1","shareCredential":"s","groupCredential":"g","savedAt":"2026-01-01","name":null}]',
    ],
  ])('pass over %s in the storage', (_, text) => {
    localStorage.setItem(KEY, text)
    expect(readRecords()).toEqual([])
  })

  it('are saved beside garbage that something else left', () => {
    localStorage.setItem(KEY, '[null, 7]')
    saveRecord(pair(1))
    expect(kept()).toEqual(['bfshare11'])
  })

  it('are sorted and trimmed if the storage holds them otherwise', () => {
    const records = Array.from({ length: 12 }, (_, n) => ({
      ...pair(n),
      id: String(n),
      savedAt: new Date(n * 1_000).toISOString(),
    }))
    localStorage.setItem(KEY, JSON.stringify([...records, ...records]))
    expect(kept()).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `bfshare1${n}`))
  })

  it('are kept until the owner declines', () => {
    expect(keepsRecords()).toBe(true)
  })

  it('go, and no more come, when the owner declines', () => {
    saveRecord(pair(1))
    setKeepsRecords(false)
    saveRecord(pair(2))
    expect([keepsRecords(), kept()]).toEqual([false, []])
  })

  it('are kept again when the owner wants them again', () => {
    setKeepsRecords(false)
    setKeepsRecords(true)
    saveRecord(pair(1))
    expect(kept()).toEqual(['bfshare11'])
  })

  it('can be removed once, and later ones kept', () => {
    saveRecord(pair(1))
    removeRecords()
    saveRecord(pair(2))
    expect(kept()).toEqual(['bfshare12'])
  })

  it('say so when the browser has no room', () => {
    vi.stubGlobal('localStorage', storageOf(10))
    expect(saveRecord(pair(1))).toBe(false)
  })

  it('are reported when they change', () => {
    const heard = vi.fn()
    const end = onRecordsChange(heard)
    saveRecord(pair(1))
    setKeepsRecords(false)
    end()
    setKeepsRecords(true)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
