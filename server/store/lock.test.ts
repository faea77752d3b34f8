import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreError } from './errors.ts'
import { lockFolder } from './lock.ts'
import { openStore } from './open.ts'
import { recordingLog, startChild, temporaryFolder } from './testing/support.ts'

const outcome = async (dataDir: string): Promise<{ code: string; message: string }> =>
  JSON.parse(await startChild(['try', dataDir]).line())

test('a second process on the same folder is refused at once, and the error names the owner', async () => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder)

  const refused = await outcome(folder)

  expect(refused.code).toBe('LOCKED')
  expect(refused.message).toContain(folder)
  expect(refused.message).toContain(`process ${process.pid} `)
  lock.release()
})

test('a second lock in the same process is refused and the first one still holds', async () => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder)

  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'LOCKED' }))
  }
  expect(() => openStore({ dataDir: folder, log: recordingLog().log })).toThrow(StoreError)

  expect((await outcome(folder)).code).toBe('LOCKED')
  lock.release()
})

test('a released folder can be taken by the next process and by the same one', async () => {
  const folder = temporaryFolder()
  lockFolder(folder).release()

  expect((await outcome(folder)).code).toBe('OPEN')
  lockFolder(folder).release()
  expect(existsSync(join(folder, 'floe.pid'))).toBe(false)
})

test('kill -9 of the owner gives the folder back', async () => {
  const folder = temporaryFolder()
  const owner = startChild(['hold', folder])
  await owner.line()
  expect(() => lockFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'LOCKED',
      message: expect.stringContaining(`process ${owner.pid} `),
    }),
  )

  owner.kill()
  await owner.exit

  lockFolder(folder).release()
})

test('an owner whose name can’t be read is still respected', () => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder)
  writeFileSync(join(folder, 'floe.pid'), 'garbage')

  expect(() => lockFolder(folder)).toThrow(/in use by another Floe\./)
  lock.release()
})
