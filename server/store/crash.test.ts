import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/long.ts'
import { keyIdOf } from './sealing.ts'
import { filesOf, openTestStore, startChild, temporaryFolder } from './testing/support.ts'

const KILLS = rounds(2, 50)
/** Folders that are tested at the same time, to save time. */
const SIDE_BY_SIDE = rounds(1, 5)
/** Each a little later than the one before. */
const FIRST_START_KILLS = rounds(2, 10)

/** Has a child write until it is killed. Returns what it found first, and the last write it acknowledged. */
async function writeUntilKilled(folder: string, killAfterMs: number) {
  const child = startChild(['write', folder])
  const found = JSON.parse(await child.line())
  let [acknowledged, eventId] = (await child.line()).split(' ').map(Number)
  setTimeout(child.kill, killAfterMs)
  for (;;) {
    const line = await child.line().catch(() => undefined)
    if (line === undefined) break
    ;[acknowledged, eventId] = line.split(' ').map(Number)
  }
  await child.exit
  return { found, acknowledged: acknowledged ?? 0, eventId: eventId ?? 0 }
}

async function killRepeatedly(folder: string, times: number): Promise<void> {
  let last = { acknowledged: 0, eventId: 0 }
  for (let kill = 0; kill < times; kill += 1) {
    const { found, ...next } = await writeUntilKilled(folder, Math.random() * 30)

    expect(found.name).toBeGreaterThanOrEqual(last.acknowledged)
    expect(found.name).toBeLessThanOrEqual(last.acknowledged + 1)
    expect(found).toMatchObject({ group: found.name, share: found.name })
    expect(found.audit).toBeGreaterThanOrEqual(last.acknowledged)
    expect(found.audit).toBeLessThanOrEqual(found.name)
    expect(found.eventId).toBeGreaterThan(last.eventId)
    expect(next.acknowledged).toBeGreaterThan(found.name)
    last = next
  }
  const { value } = openTestStore(folder).keyset(1).settings.effectiveEnv({}).GROUP_NAME
  expect(Number(value)).toBeGreaterThanOrEqual(last.acknowledged)
}

test(`kill -9 while writing, ${KILLS} times, loses nothing acknowledged and leaves nothing half-written`, async () => {
  const folders = Array.from({ length: SIDE_BY_SIDE }, temporaryFolder)

  await Promise.all(folders.map((folder) => killRepeatedly(folder, KILLS / SIDE_BY_SIDE)))
})

test('kill -9 during the first start leaves a folder that the next start can use', async () => {
  for (let kill = 0; kill < FIRST_START_KILLS; kill += 1) {
    const folder = temporaryFolder()
    const child = startChild(['first', folder])
    await child.line()
    await delay(kill * (30 / FIRST_START_KILLS))
    child.kill()
    await child.exit

    const store = openTestStore(folder)
    store.keyset(1).settings.saveEnv({ GROUP_CRED: 'group' })
    expect(['kept', undefined]).toContain(
      store.keyset(1).settings.effectiveEnv({}).SHARE_CRED.value,
    )
    expect(store.keyset(1).settings.effectiveEnv({}).GROUP_CRED.value).toBe('group')
    store.close()
  }
})

test('a database in the middle of a rollback-journal transaction is opened as it was', async () => {
  const folder = temporaryFolder()
  const child = startChild(['interrupt', folder])
  await child.line()
  child.kill()
  await child.exit
  expect([...filesOf(folder).keys()]).toContain('floe.db-journal')

  const store = openTestStore(folder)

  expect(store.keyset(1).settings.effectiveEnv({}).GROUP_NAME.source).toBe('none')
  expect(store.settings.get('filler 0')).toBeUndefined()
})

test('no byte of a saved credential is in any file, the write-ahead log included', async () => {
  const folder = temporaryFolder()
  const credentials = ['bfgroup1qqqgroupcredential', 'bfshare1qqqsharecredential', 'Our Keyset']
  const child = startChild(['save', folder, ...credentials])
  await child.line()
  child.kill()
  await child.exit

  const files = filesOf(folder)

  expect([...files.keys()]).toContain('floe.db-wal')
  for (const [name, bytes] of files) {
    for (const text of credentials) {
      const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text, 'utf16le')]
      expect([name, forms.map((form) => bytes.includes(form))]).toEqual([
        name,
        [false, false, false],
      ])
    }
  }
})

test.each(['credentials', 'a share record', 'all share records'])(
  'what was deleted is gone from every file at once, even in its sealed form: %s',
  async (what) => {
    const folder = temporaryFolder()
    const child = startChild(['delete', folder, what])
    await child.line()
    child.kill()
    await child.exit

    const files = filesOf(folder)

    const keyId = keyIdOf(Buffer.from(String(files.get('secret.key')).trim(), 'hex'))
    expect([...files.keys()]).toContain('floe.db')
    for (const [name, bytes] of files) {
      expect([name, bytes.indexOf(keyId)]).toEqual([name, -1])
    }
  },
)
