import { expect, test } from 'vitest'
import { packages as texts, validation } from '#contract/messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import {
  type IglooShareForm,
  saveIglooShare,
  saveIglooVault,
} from '../../tests/support/igloo-share.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import { openIglooShare } from './igloo-share.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const [share = ''] = keyset.shareCredentials
const { groupCredential } = keyset
const [, second = '', third = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)
const password = 'correct horse'

const open = (text: string, given = password) =>
  openIglooShare({ package: text, password: given }, { deriveKey: deriveKeyInThread, reader })

const FORMS: [what: string, form: Omit<IglooShareForm, 'password'>, fields: object][] = [
  ['igloo-desktop today', { iterations: 600_000, saltBytes: 32 }, { version: 1 }],
  ['igloo-desktop at first', { iterations: 32, saltBytes: 32 }, {}],
  ['igloo-cli today', { iterations: 600_000 }, { version: 1, keysetName: 'Family' }],
  ['igloo-cli before', { iterations: 100_000 }, { version: 1 }],
  ['igloo-cli at first', { iterations: 32, ivBytes: 12 }, {}],
  ['a password that was not hashed', { iterations: 32, isRaw: true }, {}],
  ['passes that the file names', { iterations: 4_321 }, { metadata: { pbkdf2Iterations: 4_321 } }],
]

test.each(FORMS)('opens what was saved by %s', async (_, form, fields) => {
  const name = 'Family share 1'
  const text = saveIglooShare(share, { ...form, password }, { name, groupCredential, ...fields })

  const opened = await open(text)

  expect(opened).toEqual({
    ok: true,
    value: {
      ...{ type: 'igloo-share', shareCredential: share, groupCredential, name: 'Family' },
      ...{ relays: [], policies: [] },
    },
  })
})

test('opens what igloo-web keeps, with its relays', async () => {
  const content = {
    share,
    group: groupCredential,
    relays: ['wss://one.example'],
    keysetName: 'Web',
  }

  const opened = await open(saveIglooVault(content, password))

  expect(opened).toMatchObject({
    ok: true,
    value: { shareCredential: share, groupCredential, name: 'Web', relays: ['wss://one.example'] },
  })
})

test('what it denies peers is denied here, and what it allows adds nothing', async () => {
  const policy = {
    defaults: { allowSend: true, allowReceive: false },
    peers: {
      [second]: { allowSend: false, allowReceive: true },
      ['ab'.repeat(32)]: { allowSend: false, allowReceive: false },
    },
  }
  const form = { iterations: 32, password }

  const opened = await open(saveIglooShare(share, form, { groupCredential, policy }))

  expect(opened).toMatchObject({
    ok: true,
    value: {
      policies: [
        { pubkey: second, allowSend: false, allowReceive: true },
        { pubkey: third, allowSend: true, allowReceive: false },
      ],
    },
  })
})

test('a wrong password, a damaged file and another group are errors without a part of the share', async () => {
  const form = { iterations: 32, password }
  const text = saveIglooShare(share, form, { groupCredential })
  const others = generateKeyset({ threshold: 2, totalMembers: 3 }).groupCredential
  const misfit = saveIglooShare(share, form, { groupCredential: others })
  const newer = saveIglooShare(share, form, { groupCredential, version: 2 })
  const endless = saveIglooShare(share, form, {
    groupCredential,
    metadata: { pbkdf2Iterations: 1e12 },
  })
  const error = (reason: string) => ({ ok: false, error: reason })

  expect(await open(text, 'wrong')).toMatchObject(error(texts.wrongPassword))
  expect(await open(text.replace(/"share": "..../, '"share": "AAAA'))).toMatchObject(
    error(texts.wrongPassword),
  )
  expect(await open(misfit)).toMatchObject(error(validation.shareNotInGroup))
  expect(await open(newer)).toMatchObject(error(texts.unreadable('its version is newer')))
  expect(await open(saveIglooVault({}, password))).toMatchObject({ ok: false })
  // The passes that a file names are bounded.
  expect(await open(endless)).toMatchObject({ ok: true })
})
