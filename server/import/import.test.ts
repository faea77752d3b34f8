import { expect, test } from 'vitest'
import { createPasswords } from '#auth/passwords.ts'
import { imports as texts } from '#contract/codes.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { openTestStore, temporaryFolder } from '#store/testing/support.ts'
import { CHEAP_HASHING } from '../../tests/support/cheap-hashing.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import { ImportError } from './errors.ts'
import { importFiles } from './import.ts'

const credentials = () => {
  const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
  return { SHARE_CRED: shareCredentials[0] ?? '', GROUP_CRED: groupCredential }
}

/** Imports a `.env` into an empty folder. @param meanwhile happens right before it is written */
function importInto(meanwhile: (folder: ReturnType<typeof emptyFolder>) => void) {
  const folder = emptyFolder()
  const { SHARE_CRED, GROUP_CRED } = credentials()
  const environment = `HEADLESS=true\nSHARE_CRED=${SHARE_CRED}\nGROUP_CRED=${GROUP_CRED}\n`
  const done = importFiles(
    { from: 'environment', environment, policies: null },
    { user: undefined, password: undefined, dryRun: false, scope: undefined },
    {
      ...{ ...folder, reader, passwords: createPasswords({ cost: CHEAP_HASHING.password }) },
      deriveKey: () => Promise.reject(new Error('nothing of it is encrypted')),
      hasKeyset: () => folder.share() !== undefined,
      requireSafe: () => meanwhile(folder),
    },
  )
  return { ...folder, done, imported: SHARE_CRED }
}

function emptyFolder() {
  const store = openTestStore(temporaryFolder())
  const kept = store.keyset(1)
  return { store, kept, share: () => kept.settings.effectiveEnv({}).SHARE_CRED.value }
}

test('an installation is imported if nothing changes meanwhile', async () => {
  const { done, share, imported } = importInto(() => {})
  expect((await done).answer).toMatchObject({ state: 'imported' })
  expect(share()).toBe(imported)
})

test('a keyset that comes in between stays, and nothing is imported', async () => {
  const other = credentials()
  const { done, share } = importInto(({ kept }) => kept.settings.saveEnv(other))
  await expect(done).rejects.toEqual(new ImportError('TAKEN', texts.taken))
  expect(share()).toBe(other.SHARE_CRED)
})

test('nothing is imported once somebody else has set up a login', async () => {
  const { done, share } = importInto(({ store }) =>
    store.owner.set({ username: 'olga', passwordHash: 'a hash', changedAt: 0 }),
  )
  await expect(done).rejects.toEqual(new ImportError('TAKEN', texts.changed))
  expect(share()).toBe(undefined)
})
