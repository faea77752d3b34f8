import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openIglooShare } from '#import/igloo-share.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import { shareFile } from '../../web/src/features/setup/keyset/share-file.ts'
import { reader } from '../support/keyset-reader.ts'

// A checkout of igloo-desktop 1.0.3 with its packages installed, which is not ours to hand on.
const FOLDER = process.env['IGLOO_DESKTOP_SOURCES'] ?? ''
const CORE = 'node_modules/@frostr/igloo-core/dist/index.js'

interface Core {
  validateShare(text: string): { isValid: boolean; message?: string }
  validateGroup(text: string): { isValid: boolean; message?: string }
  decodeShare(text: string): { idx: number; seckey: string }
  decodeGroup(text: string): { threshold: number; commits: { idx: number; pubkey: string }[] }
}

interface Encryption {
  derive_secret_async(password: string, salt: string): Promise<string>
  encrypt_payload(secret: string, text: string): string
}

const moduleIn = <T>(file: string): Promise<T> =>
  import(pathToFileURL(join(resolve(FOLDER), file)).href)

/** What a person pastes from the file that Floe gives with a share of 1.x. */
function pastedFrom(totalMembers: number, index: number) {
  const keyset = generateKeyset({ threshold: 2, totalMembers })
  const { groupCredential, shareCredentials } = keyset
  const words = { name: 'Family', npub: 'npub1', threshold: 2, isOwnKey: false }
  const { content } = shareFile({ ...words, groupCredential, shareCredentials }, index)
  const { SHARE_CRED: share = '', GROUP_CRED: group = '' } = parseEnv(content)
  return { group, share, pubkey: keyset.group.commits[index - 1]?.pubkey }
}

describe.skipIf(!existsSync(join(FOLDER, 'src/lib/encryption.ts')))('igloo-desktop 1.0.3', () => {
  test.for([3, 14])('takes what is pasted from the file of a share, one of %i', async (total) => {
    const core = await moduleIn<Core>(CORE)
    const { group, share, pubkey } = pastedFrom(total, total)

    expect(core.validateGroup(group)).toMatchObject({ isValid: true })
    expect(core.validateShare(share)).toMatchObject({ isValid: true })
    const { threshold, commits } = core.decodeGroup(group)
    expect(threshold).toBe(2)
    expect(commits).toHaveLength(total)
    const { idx } = core.decodeShare(share)
    expect(commits.find((commit) => commit.idx === idx)).toMatchObject({ idx: total, pubkey })
  })

  // Its longest group credential is two characters shorter than one of fifteen members.
  test('does not take the group of fifteen', async () => {
    const { validateGroup } = await moduleIn<Core>(CORE)
    expect(validateGroup(pastedFrom(15, 1).group)).toMatchObject({ isValid: false })
  })

  test('saves that share in a file which opens here', async () => {
    const { derive_secret_async, encrypt_payload } =
      await moduleIn<Encryption>('src/lib/encryption.ts')
    const { group, share } = pastedFrom(3, 2)
    const salt = randomBytes(16).toString('hex')
    const secret = await derive_secret_async('correct horse', salt)
    const saved = {
      ...{ id: 'share_2', name: 'Family share 2', version: 1, salt, groupCredential: group },
      share: encrypt_payload(secret, share),
    }

    const request = { package: JSON.stringify(saved), password: 'correct horse' }
    const opened = await openIglooShare(request, { deriveKey: deriveKeyInThread, reader })

    expect(opened).toMatchObject({
      ok: true,
      value: { shareCredential: share, groupCredential: group, name: 'Family' },
    })
  })
})
