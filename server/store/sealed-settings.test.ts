import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestStore, temporaryFolder } from './testing/support.ts'

const VALUE = 'https://ntfy.example/a-topic-that-nobody-guesses'

test('A sealed setting outlasts a restart, and the file does not show it', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.keyset(1).sealed.set('notify', VALUE)
  store.close()

  const file = new Database(`${folder}/floe.db`)
  expect(file.serialize().includes('a-topic-that-nobody-guesses')).toBe(false)
  file.close()

  const again = openTestStore(folder)
  expect(again.keyset(1).sealed.get('notify')).toBe(VALUE)
  again.keyset(1).sealed.set('notify', null)
  expect(again.keyset(1).sealed.get('notify')).toBeUndefined()
  again.close()
})

test('A sealed setting that was moved to another name does not open', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.keyset(1).sealed.set('notify', VALUE)
  store.close()

  const file = new Database(`${folder}/floe.db`)
  file.exec("UPDATE sealed_settings SET name = 'other'")
  file.close()

  const again = openTestStore(folder)
  expect(() => again.keyset(1).sealed.get('other')).toThrow(
    expect.objectContaining({ code: 'CORRUPT' }),
  )
  again.close()
})
