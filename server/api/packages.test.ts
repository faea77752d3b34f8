import { describe, expect, onTestFinished, test } from 'vitest'
import { PACKAGE_PASSWORD_CHARS_MAX } from '#contract/limits.ts'
import { decoding, packages as texts, v2Decoding, validation } from '#contract/messages.ts'
import { packageAnswer } from '#contract/packages.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { sealShare } from '#tests/support/v2-packages.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { asBech32m, bytesOf, holdsPartOf, mistype } from '../../tests/support/credentials.ts'
import { fitting } from '../../tests/support/fitting.ts'
import { CALLER, mountForTest } from '../../tests/support/mounted-routes.ts'
import { publish } from '../../tests/support/publish.ts'
import { derivedOnce, enveloped, envelopeOf } from '../../tests/support/v2-packages.ts'
import { present, recordedKey, recordedShare, vectors } from '../../tests/support/v2-vectors.ts'

const { bfshare, bfonboard, bfprofile, password } = vectors.packages
const { group } = vectors.keyset
const share = recordedShare(1)
const groupCredential = groupText(group)
const kinds = [
  { type: 'bfshare', text: bfshare.text, password },
  { type: 'bfonboard', text: bfonboard.text, password: bfonboard.password },
  { type: 'bfprofile', text: bfprofile.text, password },
] as const
const SECRETS = [
  ...vectors.keyset.shares.map(({ seckey }) => seckey),
  bfonboard.password,
  ...kinds.map(({ text }) => text.slice(12)),
]

const packageKey = derivedOnce()

/** Opens a package, and checks that no secret is in an error, the log or the audit. */
async function open(body: Record<string, unknown>) {
  const { call, context, logLines } = mountForTest({}, { packageKey })
  const answer = await call('openPackage', { body })
  const [entry] = context.store.audit.page({ limit: 1 })
  const written = [JSON.stringify(entry ?? null), ...logLines]
  if (answer.status !== 200) written.push(JSON.stringify(answer.body))
  for (const text of written) {
    for (const secret of SECRETS) expect(holdsPartOf(text, secret)).toBe(false)
  }
  return { ...answer, entry }
}

const opened = async (body: Record<string, unknown>) => {
  const { status, body: answer, entry } = await open(body)
  expect([status, answer]).toEqual([200, expect.anything()])
  return { answer: fitting(packageAnswer, answer), entry }
}

describe('a package written by a genuine device', () => {
  test('of a whole device yields its share, its group and its relays', async () => {
    const { answer, entry } = await opened({ package: `\n${bfprofile.text} `, password })
    expect(answer).toEqual({
      type: 'bfprofile',
      shareCredential: shareText(share),
      groupCredential,
      name: group.group_name,
      // The other one has a space in it, which the settings refuse.
      relays: ['wss://relay.one'],
      // It asks this peer for no signatures.
      policies: [
        { pubkey: recordedKey(2), allowSend: true, allowReceive: true, denied: ['send.sign'] },
      ],
    })
    expect(entry).toMatchObject({
      actor: CALLER,
      action: 'package.open',
      outcome: 'ok',
      detail: { type: 'bfprofile' },
    })
  })

  test('of a share yields it with the given group', async () => {
    const { answer } = await opened({ package: bfshare.text, password, groupCredential })
    expect(answer).toMatchObject({
      type: 'bfshare',
      shareCredential: shareText(share),
      groupCredential,
    })
  })

  test('of an invitation says whom to ask, and no secret', async () => {
    const { password: its } = bfonboard
    const { answer } = await opened({ package: bfonboard.text, password: its })
    expect(answer).toEqual({
      type: 'bfonboard',
      pubkey: recordedKey(3),
      inviter: recordedKey(1),
      relays: ['wss://relay.example/a?x=1', 'ws://127.0.0.1:8194'],
      privateRelays: ['ws://127.0.0.1:8194'],
    })
    expect(holdsPartOf(JSON.stringify(answer), recordedShare(3).seckey)).toBe(false)
  })

  test.each(kinds)('of the kind $type does not open with another password', async (kind) => {
    const body = { package: kind.text, password: `${kind.password} `, groupCredential }
    const { status, body: answer, entry } = await open(body)
    expect([status, answer]).toMatchObject([400, { error: texts.wrongPassword }])
    expect(entry).toMatchObject({ outcome: 'refused', detail: { type: kind.type } })
  })

  test.each(kinds)('of the kind $type does not open with a bit flipped', async (kind) => {
    const { before, envelope } = envelopeOf(kind.text)
    const sealed = Buffer.from(String(envelope['cipher_text']), 'base64url')
    for (const at of [0, 30, sealed.length - 1]) {
      const flipped = Buffer.from(sealed)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const damaged = { ...envelope, cipher_text: flipped.toString('base64url') }
      const text = enveloped(damaged, kind.type, before)
      const { status, body } = await open({
        package: text,
        password: kind.password,
        groupCredential,
      })
      expect([status, body]).toMatchObject([400, { error: texts.wrongPassword }])
    }
    const salt = { ...envelope, salt_hex: '00'.repeat(16) }
    const { body } = await open({
      package: enveloped(salt, kind.type, before),
      password: kind.password,
    })
    expect(body).toMatchObject({ error: texts.wrongPassword })
  })

  test('of a device does not open under the profile id of another', async () => {
    const { before, envelope } = envelopeOf(bfprofile.text)
    const other = `${before.slice(0, -1)}${before.endsWith('0') ? '1' : '0'}`
    const text = enveloped(envelope, 'bfprofile', other)
    expect((await open({ package: text, password })).body).toMatchObject({
      error: texts.unreadable(v2Decoding.profileId),
    })
  })
})

describe('anything else is refused with a reason', () => {
  const older = present(generateKeyset({ threshold: 2, totalMembers: 3 }).shareCredentials[0])

  test.each([
    ['a share of 1.x, which needs no password', older, texts.firstGeneration],
    [
      'a package with a character mistyped',
      mistype(bfshare.text, 60),
      texts.unreadable(decoding.checksum),
    ],
    ['something else', 'nsec1abc', texts.unreadable(v2Decoding.unknownPackage)],
    [
      'a package of a later version',
      enveloped({ ...envelopeOf(bfshare.text).envelope, version: 3 }),
      texts.unreadable(v2Decoding.version(1)),
    ],
    [
      'other bytes under its name',
      asBech32m('bfonboard', bytesOf(older)),
      texts.unreadable(v2Decoding.envelopeForm),
    ],
  ])('%s', async (_, text, error) => {
    const { status, body } = await open({ package: text, password })
    expect([status, body]).toMatchObject([400, { error }])
  })

  test('nothing, no password, or an endless one', async () => {
    for (const body of [
      { package: ' ', password },
      { package: bfshare.text, password: '' },
      { package: bfshare.text, password: 'x'.repeat(PACKAGE_PASSWORD_CHARS_MAX + 1) },
      { package: bfshare.text },
    ]) {
      expect((await open(body)).status).toBe(400)
    }
  })
})

describe('the group of a share in a package', () => {
  const sealed = (relays: string[], seckey = share.seckey) =>
    sealShare({ seckey, relays }, { password, deriveKey: packageKey, kdf: PACKAGE_KDFS.older })

  test('may be one of 1.x, which is carried over', async () => {
    const recorded = present(vectors.carry_over_from_1x.find(({ parity }) => parity === '03'))
    const { idx, seckey } = present(recorded.next.shares[0])
    const { answer } = await opened({
      package: await sealed(['wss://relay.one'], seckey),
      password,
      groupCredential: encodeGroup(recorded.v1.group),
    })
    expect(answer).toMatchObject({ shareCredential: shareText({ idx, seckey }) })
    const carried = JSON.parse('groupCredential' in answer ? answer.groupCredential : '')
    expect(carried).toMatchObject({ group_pk: recorded.next.group.group_pk })
  })

  test('must be a group, and the one that the share belongs to', async () => {
    const foreign = generateKeyset({ threshold: 2, totalMembers: 3 }).groupCredential
    const ask = (given: string) => open({ package: bfshare.text, password, groupCredential: given })
    expect((await ask(foreign)).body).toMatchObject({ error: validation.shareNotInGroup })
    expect((await ask('bfshare1')).body).toMatchObject({
      error: expect.stringMatching(/^groupCredential: /),
    })
  })

  test('is searched for, if none is given, on those of its relays that the owner allows', async () => {
    const relay = await RelayFixture.start()
    onTestFinished(() => relay.stop())
    const text = await sealed(['ftp://nowhere.example', `${relay.url}/`])
    const { answer: named } = await opened({ package: text, password })
    const relays = [relay.url]
    expect(named).toEqual({ type: 'relays', relays, privateRelays: relays })
    const missing = await open({ package: text, password, relays })
    expect([missing.status, missing.body]).toMatchObject([400, { error: texts.noBackup }])

    await publish(relay, vectors.packages.backup.event)
    const { answer } = await opened({ package: text, password, relays })
    expect(answer).toEqual({
      type: 'bfshare',
      shareCredential: shareText(share),
      groupCredential,
      name: group.group_name,
      relays: [relay.url],
    })
  })

  test('must be given when none of its relays can be used', async () => {
    const text = await sealed(['ftp://nowhere.example'])
    const { status, body } = await open({ package: text, password })
    expect([status, body]).toMatchObject([400, { error: texts.noUsableRelay }])
    const { answer } = await opened({ package: text, password, groupCredential })
    expect(answer).toMatchObject({ relays: [] })
  })
})
