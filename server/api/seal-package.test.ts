import { describe, expect, test } from 'vitest'
import { PACKAGE_PASSWORD_CHARS_MAX, PACKAGE_PASSWORD_CHARS_MIN } from '#contract/limits.ts'
import { packages as texts, v2Refusal, validation } from '#contract/messages.ts'
import { packageAnswer, sealAnswer } from '#contract/packages.ts'
import { npubOf } from '#nostr/keys.ts'
import { DEFAULT_GROUP_NAME } from '#protocol/convert-v1.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'
import { encodeShare } from '#protocol/v1/share.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import { openProfile, UNSET } from '#protocol/v2/profile.ts'
import { quickPackageKey } from '../../tests/support/cheap-hashing.ts'
import { holdsPartOf } from '../../tests/support/credentials.ts'
import { fitting } from '../../tests/support/fitting.ts'
import { CALLER, type MountedRoutes, mountForTest } from '../../tests/support/mounted-routes.ts'
import { present, recordedKey, recordedShare, vectors } from '../../tests/support/v2-vectors.ts'

const { group } = vectors.keyset
const password = 'lake orbit velvet'
const relays = ['wss://relay.one', 'ws://127.0.0.1:8194']
const here = {
  SHARE_CRED: shareText(recordedShare(1)),
  GROUP_CRED: groupText(group),
  RELAYS: JSON.stringify(relays),
}
const carried = vectors.carry_over_from_1x
/** A 1.x keyset, in whose environment a signer holds the first share. */
const firstOf = ({ v1 }: (typeof carried)[number]) => ({
  SHARE_CRED: encodeShare(present(v1.shares[0])),
  GROUP_CRED: encodeGroup(v1.group),
  RELAYS: here.RELAYS,
})
const SECRETS = [
  password,
  ...vectors.keyset.shares.map(({ seckey }) => seckey),
  ...carried.flatMap(({ v1, next }) => [
    ...[...v1.shares, ...next.shares].map(({ seckey }) => seckey),
    ...v1.shares.map((share) => encodeShare(share).slice(8)),
  ]),
]

/** Seals a package, and checks that no secret is anywhere but in a successful answer. */
async function seal(mounted: MountedRoutes, body: Record<string, unknown>) {
  const answer = await mounted.call('sealPackage', { body })
  const [entry] = mounted.context.store.audit.page({ limit: 1 })
  const written = [JSON.stringify(entry ?? null), ...mounted.logLines]
  if (answer.status !== 200) written.push(JSON.stringify(answer.body))
  for (const text of written) {
    for (const secret of SECRETS) expect(holdsPartOf(text, secret)).toBe(false)
  }
  return { ...answer, entry }
}

const start = (environment: Record<string, string>, packageKey = quickPackageKey) =>
  mountForTest(environment, { packageKey })

async function sealed(mounted: MountedRoutes, body: Record<string, unknown>) {
  const { status, body: answer, entry } = await seal(mounted, body)
  expect([status, answer]).toEqual([200, expect.anything()])
  return { ...fitting(sealAnswer, answer), entry, mounted }
}

/** What is in both packages, as their recipient opens them. */
async function contents(
  { bfprofile, bfshare, mounted }: Awaited<ReturnType<typeof sealed>>,
  key = password,
) {
  const open = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await mounted.call('openPackage', {
      body: { password: key, ...body },
    })
    expect([status, answer]).toEqual([200, expect.anything()])
    const opened = fitting(packageAnswer, answer)
    if (opened.type === 'bfonboard' || opened.type === 'relays') throw new Error(opened.type)
    return opened
  }
  const profile = await open({ package: bfprofile })
  const share = await open({ package: bfshare, groupCredential: profile.groupCredential })
  return { profile, share }
}

describe("this signer's own share", () => {
  test('can be taken elsewhere with its group, relays and policies', async () => {
    const answer = await sealed(start(here, deriveKeyInThread), { password, form: 'older' })
    expect(answer).toMatchObject({
      npub: npubOf(group.group_pk),
      index: 1,
      pubkey: present(group.members[0]).pubkey,
      password,
    })
    const { profile, share } = await contents(answer)
    const credentials = {
      shareCredential: here.SHARE_CRED,
      groupCredential: here.GROUP_CRED,
      name: group.group_name,
      relays,
    }
    expect(profile).toEqual({ type: 'bfprofile', ...credentials, policies: [] })
    expect(share).toEqual({ type: 'bfshare', ...credentials })
    expect(answer.entry).toMatchObject({
      actor: CALLER,
      action: 'package.seal',
      outcome: 'ok',
      detail: { share: 'own', index: 1, peer: present(group.members[0]).pubkey },
    })
  })

  test('takes along what its own peers are denied, and nothing of another share', async () => {
    const [, two, three] = group.members.map(({ pubkey }) => pubkey)
    const allowed = { allowSend: true, allowReceive: true }
    const inEnvironment = [{ ...allowed, pubkey: three, allowReceive: false }]
    const mounted = start({ ...here, PEER_POLICIES: JSON.stringify(inEnvironment) })
    const peer = {
      ...allowed,
      pubkey: present(two),
      denied: ['send.sign', 'receive.ecdh'] as const,
    }
    mounted.context.store.keyset(1).policies.set(peer)

    const own = await sealed(mounted, { password })
    expect((await contents(own)).profile).toMatchObject({
      policies: [
        { ...peer, pubkey: recordedKey(2) },
        {
          ...{ ...allowed, pubkey: recordedKey(3) },
          denied: ['receive.sign', 'receive.ecdh', 'receive.onboard'],
        },
      ],
    })
    const denying = (request: object, respond: object) => ({
      request: { ...UNSET, ...request },
      respond: { ...UNSET, ...respond },
    })
    const no = { onboard: 'deny', sign: 'deny', ecdh: 'deny' }
    expect(await openProfile(own.bfprofile, { password, deriveKey: quickPackageKey })).toEqual({
      ok: true,
      value: expect.objectContaining({
        overrides: [
          { pubkey: recordedKey(2), policy: denying({ sign: 'deny' }, { ecdh: 'deny' }) },
          { pubkey: recordedKey(3), policy: denying({}, no) },
        ],
      }),
    })
    const shareCredential = shareText(recordedShare(2))
    const other = await sealed(mounted, { password, shareCredential })
    expect((await contents(other)).profile).toMatchObject({ policies: [] })
  })

  test('goes under the name that the keyset has here, or under one that is given', async () => {
    const named = { ...here, GROUP_NAME: 'Family share 1' }
    const { profile } = await contents(await sealed(start(named), { password }))
    expect(profile.name).toBe('Family')
    const given = await contents(await sealed(start(named), { password, name: ' Home ' }))
    expect(given.profile.name).toBe('Home')
  })

  test('can get a password made here, which is in the answer', async () => {
    const answer = await sealed(start(here), { password: null })
    expect(answer.password).toMatch(/^(?:[0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    const { profile } = await contents(answer, answer.password)
    expect(profile.shareCredential).toBe(here.SHARE_CRED)
  })
})

describe.each(carried)('a keyset of 1.x whose group key begins with $parity', (recorded) => {
  const { v1, next } = recorded
  const environment = firstOf(recorded)

  test('is carried over with the share of this signer', async () => {
    const answer = await sealed(start({ ...environment, GROUP_NAME: 'Family' }), { password })
    const { profile, share } = await contents(answer)
    expect(profile).toMatchObject({
      shareCredential: shareText(present(next.shares[0])),
      groupCredential: groupText({ ...next.group, group_name: 'Family' }),
    })
    expect(share.shareCredential).toBe(profile.shareCredential)
  })

  test.each([
    ['goes with the group here and its name', environment, {}, 'Family'],
    [
      'may come with its group',
      here,
      { groupCredential: environment.GROUP_CRED },
      DEFAULT_GROUP_NAME,
    ],
  ])('is carried over with a share that is given, which %s', async (_, at, given, name) => {
    const { shares } = v1
    const shareCredential = ` ${encodeShare(present(shares[1]))}\n`
    const answer = await sealed(start({ ...at, GROUP_NAME: 'Family' }), {
      password,
      shareCredential,
      ...given,
    })
    const { profile, share } = await contents(answer)
    expect(profile.shareCredential).toBe(shareText(present(next.shares[1])))
    expect(share.shareCredential).toBe(profile.shareCredential)
    const { group_pk, members } = next.group
    expect(JSON.parse(profile.groupCredential)).toMatchObject({ group_pk, members })
    expect(profile.name).toBe(name)
    const { idx: index, pubkey } = present(members[1])
    expect(answer).toMatchObject({ index, pubkey, npub: npubOf(group_pk) })
    expect(answer.entry).toMatchObject({ detail: { share: 'given', index, peer: pubkey } })
  })
})

describe('whatever cannot be put into packages is refused with a reason', () => {
  const foreign = generateKeyset({ threshold: 2, totalMembers: 3 })
  const [foreignShare = ''] = foreign.shareCredentials
  const odd = present(carried.find(({ parity }) => parity === '03'))
  const unmade = encodeGroup({ ...odd.v1.group, group_pk: foreign.group.group_pk })

  test.each([
    [
      'a share of another group',
      { shareCredential: foreignShare },
      `shareCredential: ${validation.shareNotInGroup}`,
    ],
    [
      'a group other than that of the share here',
      { groupCredential: foreign.groupCredential },
      `shareCredential: ${validation.shareNotInGroup}`,
    ],
    [
      'an empty share, which must not mean the one here',
      { shareCredential: '' },
      `shareCredential: ${validation.shareRequired}`,
    ],
    ['an empty group', { groupCredential: ' ' }, `groupCredential: ${validation.groupRequired}`],
    [
      'a share that is in a package already',
      { shareCredential: vectors.packages.bfshare.text },
      `shareCredential: ${validation.packaged}`,
    ],
    [
      'a group whose members do not make its key',
      { shareCredential: firstOf(odd).SHARE_CRED, groupCredential: unmade },
      `groupCredential: ${v2Refusal.groupKeyUnmade}`,
    ],
  ])('%s', async (_, given, error) => {
    const { status, body, entry } = await seal(start(here), { password, ...given })
    expect([status, body]).toMatchObject([400, { error }])
    expect(entry).toMatchObject({ action: 'package.seal', outcome: 'refused' })
  })

  test('nothing, when nothing is saved', async () => {
    const { status, body } = await seal(start({}), { password })
    expect([status, body]).toMatchObject([
      400,
      { error: `shareCredential: ${validation.shareRequired}` },
    ])
  })

  test('without a relay that a package could name', async () => {
    const { status, body } = await seal(start({ ...here, RELAYS: 'ftp://nowhere' }), { password })
    expect([status, body]).toMatchObject([400, { error: texts.noRelays }])
  })

  test.each([
    ['no word about a password', {}],
    ['a password that is short', { password: 'x'.repeat(PACKAGE_PASSWORD_CHARS_MIN - 1) }],
    ['a password that begins with a space', { password: ` ${password}` }],
    ['a password that ends with a tab', { password: `${password}\t` }],
    ['a password beyond measure', { password: 'x'.repeat(PACKAGE_PASSWORD_CHARS_MAX + 1) }],
  ])('%s', async (_, body) => {
    const { status, body: answer } = await seal(start(here), body)
    expect([status, answer]).toMatchObject([400, { error: expect.stringMatching(/^password: /) }])
  })
})
