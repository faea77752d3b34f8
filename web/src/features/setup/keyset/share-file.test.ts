import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import type { NewKeyset } from './flow.ts'
import { shareFile } from './share-file.ts'

const KEYSET: NewKeyset = {
  name: 'Family',
  threshold: 2,
  npub: 'npub1family',
  isOwnKey: false,
  groupCredential: 'bfgroup1group',
  shareCredentials: ['bfshare1one', 'bfshare1two', 'bfshare1three'],
}

const nameFor = (name: string): string => shareFile({ ...KEYSET, name }, 2).name

it('holds one share and the group credential, as an environment that a signer reads', () => {
  expect(parseEnv(shareFile(KEYSET, 2).content)).toEqual({
    SHARE_CRED: 'bfshare1two',
    GROUP_CRED: 'bfgroup1group',
  })
})

it('tells people what it is', () => {
  const [about, npub] = shareFile(KEYSET, 3).content.split('\n')
  expect(about).toBe('# Keyset "Family", share 3 of 3. 2 of them sign together.')
  expect(npub).toBe('# npub1family')
})

it.each([
  ['Family', 'family-share-2.txt'],
  ['  My main / identity: "new"  ', 'my-main-identity-new-share-2.txt'],
  ['../../etc/passwd', 'etc-passwd-share-2.txt'],
  ['Schlüssel 鍵', 'schlüssel-鍵-share-2.txt'],
  ['...', 'keyset-share-2.txt'],
  [`${'x'.repeat(39)} y`, `${'x'.repeat(39)}-share-2.txt`],
])('is called so that every system takes it: %j', (name, expected) => {
  expect(nameFor(name)).toBe(expected)
})
