import { npubEncode } from 'nostr-tools/nip19'
import { describe, expect, test } from 'vitest'
import { type CredentialsAnswer, credentialsAnswer, shareRecords } from '#contract/credentials.ts'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { listShareRecords, type ShareRecordView } from '#keysets/share-records.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { mistype } from '../../tests/support/credentials.ts'
import { CALLER, mountForTest, temporaryDataFolder } from '../../tests/support/mounted-routes.ts'

const family = generateKeyset({ threshold: 2, totalMembers: 15 })
const work = generateKeyset({ threshold: 2, totalMembers: 3 })

const pairOf = (keyset: typeof family, position = 0) => ({
  shareCredential: keyset.shareCredentials[position] ?? '',
  groupCredential: keyset.groupCredential,
})

test('What is saved is described by its keyset, without its credentials', async () => {
  const { call } = mountForTest()
  await call('saveShare', { body: { ...pairOf(work, 1), name: 'Work' } })

  const { body } = await call<CredentialsAnswer>('credentials')

  const groupPubkey = work.group.group_pk.slice(2)
  expect(credentialsAnswer.parse(body)).toEqual({
    configured: false,
    relays: [],
    relayHosts: [],
    keyset: null,
    records: [
      {
        id: expect.any(String),
        name: 'Work',
        savedAt: expect.any(String),
        source: 'saved',
        keyset: {
          generation: '1.x',
          index: 2,
          threshold: 2,
          members: 3,
          pubkey: work.group.commits[1]?.pubkey,
          groupPubkey,
          npub: npubEncode(groupPubkey),
        },
      },
    ],
  })
  for (const secret of Object.values(pairOf(work, 1))) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})

describe('a saved record', () => {
  test('is listed with its time, id and name, the newest first', async () => {
    const { call, context } = mountForTest()

    const saved = await call('saveShare', { body: { ...pairOf(family), name: 'Family' } })
    await call('saveShare', { body: pairOf(work) })

    expect(saved.status).toBe(200)
    expect(saved.body).toStrictEqual({ success: true, message: 'Share saved successfully' })
    const { body } = await call<ShareRecordView[]>('shares')
    expect(shareRecords.parse(body)).toStrictEqual(body)
    expect(body).toMatchObject([
      { ...pairOf(work), source: 'saved' },
      { ...pairOf(family), source: 'saved', name: 'Family' },
    ])
    expect(body[0]).not.toHaveProperty('name')
    expect(body.map(({ id }) => id)).toEqual(
      context.store
        .keyset(1)
        .shares.list()
        .map(({ id }) => id),
    )
    expect(context.store.audit.page({ limit: 1 })).toMatchObject([
      { actor: CALLER, action: 'share.save', outcome: 'ok', detail: {} },
    ])
  })

  test('may be pasted with space around its credentials and name', async () => {
    const { call } = mountForTest()
    const { shareCredential, groupCredential } = pairOf(family)

    const body = {
      shareCredential: `\n${shareCredential} `,
      groupCredential: ` ${groupCredential}`,
    }
    await call('saveShare', { body: { ...body, name: ' Family ' } })

    expect((await call('shares')).body).toMatchObject([{ ...pairOf(family), name: 'Family' }])
  })

  test('replaces one of the same pair, and the eleventh pushes out the oldest', async () => {
    const { call } = mountForTest()

    for (let n = 0; n < 11; n += 1) await call('saveShare', { body: pairOf(family, n) })
    await call('saveShare', { body: pairOf(family, 3) })

    const { body } = await call<ShareRecordView[]>('shares')
    const order = [3, 10, 9, 8, 7, 6, 5, 4, 2, 1]
    expect(body.map((record) => record.shareCredential)).toEqual(
      order.map((n) => pairOf(family, n).shareCredential),
    )
  })
})

describe('a record is refused', () => {
  const { shareCredential, groupCredential } = pairOf(family)

  test.each([
    ['without a share', { shareCredential: ' ' }, `shareCredential: ${validation.shareRequired}`],
    [
      'with a mistyped share',
      { shareCredential: mistype(shareCredential, 50) },
      `shareCredential: ${protocolTexts.decodeShare(decoding.checksum)}`,
    ],
    [
      'with a share in place of the group',
      { groupCredential: shareCredential },
      `groupCredential: ${validation.groupPrefix}`,
    ],
    [
      'when the two do not belong together',
      { groupCredential: work.groupCredential },
      `shareCredential: ${validation.shareNotInGroup}`,
    ],
  ])('%s, by the name of the field', async (_, wrong, error) => {
    const { call, context } = mountForTest()

    const answer = await call('saveShare', { body: { shareCredential, groupCredential, ...wrong } })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error })
    expect(context.store.keyset(1).shares.list()).toEqual([])
    expect(context.store.audit.page({ limit: 1 })).toMatchObject([{ outcome: 'refused' }])
  })

  test.each([
    ['the same', 'Family'],
    ['the same, with a share number', 'Family share 2'],
    ['the same, with space around it', ' Family '],
  ])('under a name that another has: %s', async (_, name) => {
    const { call } = mountForTest()
    await call('saveShare', { body: { ...pairOf(family), name: 'Family share 1' } })

    const answer = await call('saveShare', { body: { ...pairOf(work), name } })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'name: This keyset name already exists' })
    expect((await call('shares')).body).toHaveLength(1)
  })

  test.each(['Family 2', 'family', 'Family shared', '  '])(
    'but not under a name of its own: "%s"',
    async (name) => {
      const { call } = mountForTest()
      await call('saveShare', { body: { ...pairOf(family), name: 'Family' } })

      expect((await call('saveShare', { body: { ...pairOf(work), name } })).status).toBe(200)
      expect((await call('shares')).body).toHaveLength(2)
    },
  )

  test('but keeps its own name when it is saved again, with it or without', async () => {
    const { call } = mountForTest()
    const body = { ...pairOf(family), name: 'Family' }
    await call('saveShare', { body })

    expect((await call('saveShare', { body })).status).toBe(200)
    expect((await call('saveShare', { body: pairOf(family) })).status).toBe(200)
    expect((await call('shares')).body).toMatchObject([{ name: 'Family' }])
  })
})

describe('what the signer runs on', () => {
  const settings = {
    SHARE_CRED: pairOf(work).shareCredential,
    GROUP_CRED: work.groupCredential,
    GROUP_NAME: 'Work',
  }

  test("is listed as of the server's start if it was never saved as a record", async () => {
    const before = new Date().toISOString()
    const { call } = mountForTest(settings)
    const after = new Date().toISOString()

    const { body } = await call<ShareRecordView[]>('shares')

    expect(shareRecords.parse(body)).toStrictEqual(body)
    expect(body).toMatchObject([
      { ...pairOf(work), name: 'Work', id: 'environment', source: 'environment' },
    ])
    expect((body[0]?.savedAt ?? '') >= before && (body[0]?.savedAt ?? '') <= after).toBe(true)
  })

  test('takes its place by time among the saved records', () => {
    const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
    const saved = [4, 2].map((minute) => ({
      ...pairOf(family, minute),
      id: String(minute),
      savedAt: at(minute),
    }))
    const places = [5, 3, 1].map((minute) =>
      listShareRecords(saved, pairOf(work), at(minute)).map(({ id }) => id),
    )
    expect(places).toEqual([
      ['environment', '4', '2'],
      ['4', 'environment', '2'],
      ['4', '2', 'environment'],
    ])
  })

  test('is listed once if it is a saved record too', async () => {
    const { call } = mountForTest(settings)

    await call('saveShare', { body: pairOf(work) })

    expect((await call('shares')).body).toMatchObject([{ ...pairOf(work), source: 'saved' }])
  })

  test('is listed once saved in the console, and no longer once deleted', async () => {
    const folder = temporaryDataFolder()
    const { call, context } = mountForTest({ DATA_DIR: folder })
    const { shareCredential, groupCredential } = pairOf(family)
    context.store
      .keyset(1)
      .settings.saveEnv({ SHARE_CRED: shareCredential, GROUP_CRED: groupCredential })
    expect((await call('shares')).body).toMatchObject([
      { ...pairOf(family), source: 'environment' },
    ])

    context.store.keyset(1).settings.deleteEnv(['SHARE_CRED'])

    expect((await call('shares')).body).toEqual([])
  })
})
