import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverAnswer } from '#contract/credentials.ts'
import { http, v2Decoding, validation } from '#contract/messages.ts'
import { dealAnswer } from '#contract/packages.ts'
import { signAnswer } from '#contract/signing.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { keyPair } from '#nostr/keys.ts'
import { shareOf } from '#protocol/packages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { type GroupPackage, shareText } from '#protocol/v2/group.ts'
import { openOnboard } from '#protocol/v2/share-package.ts'
import { openStore } from '#store/open.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { cheapPackageKey, QUICK_PACKAGES, quickPackageKey } from '../support/cheap-hashing.ts'
import { ORDER } from '../support/curve.ts'
import { fitting } from '../support/fitting.ts'
import { SIGNING } from '../support/rules.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { carriedTexts, meet, noncesFor } from '../support/v2-group.ts'
import { envelopeOf } from '../support/v2-packages.ts'
import { present } from '../support/v2-vectors.ts'

const SECRET = (ORDER - 5n).toString(16)
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, secretKey: SECRET })
const { groupCredential, shareCredentials } = keyset
const old = { groupCredential, shareCredentials: shareCredentials.slice(0, 2) }
const NOWHERE = 'ws://127.0.0.1:9'
const request = { ...old, name: 'Anew', threshold: 2, totalMembers: 3, relays: [NOWHERE] }
const HASH = 'ab'.repeat(32)

async function deal(server: ApiServer, body: Partial<typeof request> & { form?: 'older' } = {}) {
  const answer = await server.post('/api/keyset/deal', { ...request, ...body })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return fitting(dealAnswer, answer.body)
}

test('Shares dealt again sign under the same npub, on the devices they are for', async (t) => {
  const relay = await startRelayFor(t)
  const environment = { ...firstShare(keyset, [relay.url]), APPROVE_ONBOARDING: 'false' }
  const server = await startServer(t, { hashing: QUICK_PACKAGES, environment })
  const dealt = await deal(server, { relays: [`${relay.url}/`, 'wss://second.example'] })
  const group: GroupPackage = JSON.parse(dealt.groupCredential)
  expect(dealt.npub).toBe(keyPair(SECRET).npub)
  expect(group).toMatchObject({ group_name: 'Anew', threshold: 2 })

  const saved = { SHARE_CRED: dealt.shareCredential, GROUP_CRED: dealt.groupCredential }
  expect((await server.post('/api/env', saved)).status).toBe(200)
  await server.status(({ nodeActive }) => nodeActive)
  const { signer: node } = server.context.keysets.first.supervisor
  if (node === null) throw new Error('no signer')

  const joined = await Promise.all(
    dealt.packages.map(async ({ index, pubkey, package: text, password }) => {
      const opened = await openOnboard(text, { password, deriveKey: quickPackageKey })
      if (!opened.ok) throw new Error(opened.error)
      const { seckey, relays, inviter } = opened.value
      expect(relays).toEqual([relay.url, 'wss://second.example'])
      expect(inviter).toBe(node.self.xonly)
      const share = present(shareOf(group, seckey, serverCurve))
      expect([share.idx, group.members[index - 1]]).toEqual([index, { idx: index, pubkey }])
      const texts = { group: dealt.groupCredential, share: shareText(share) }
      return startPeerFor(t, { ...texts, relays: [relay.url], v2: noncesFor(t) })
    }),
  )
  expect(joined.map((one) => one.node.self.idx)).toEqual([2, 3])
  expect(await joined[0]?.node.onboard(node.self.xonly)).toMatchObject({ ok: true })
  await meet({ node }, ...joined)

  const { body } = await server.post('/api/sign', { message: HASH })
  const { signature } = fitting(signAnswer, body)
  expect(verifyBip340(signature, HASH, keyPair(SECRET).hexPublicKey)).toBe(true)
  for (const peer of joined)
    expect(await peer.node.sign(SIGNING, 'cd'.repeat(32))).toMatchObject({ ok: true })
})

test('A key is dealt to a different number of devices, from shares of 1.x or of 2026', async (t) => {
  const server = await startServer(t, { hashing: QUICK_PACKAGES })
  const carried = [1, 2, 3].map((idx) => carriedTexts(keyset, idx))
  for (const from of [
    {
      groupCredential: present(carried[0]).group,
      shareCredentials: carried.map(({ share }) => share),
    },
    {
      groupCredential,
      shareCredentials: [present(carried[2]).share, present(shareCredentials[0])],
    },
  ]) {
    const dealt = await deal(server, { ...from, threshold: 3, totalMembers: 4 })
    expect(dealt.npub).toBe(keyPair(SECRET).npub)
    expect(dealt.packages.map(({ index }) => index)).toEqual([2, 3, 4])
    expect(JSON.parse(dealt.groupCredential)).toMatchObject({ threshold: 3 })
    expect(new Set(dealt.packages.map(({ password }) => password)).size).toBe(3)
  }
})

test('All packages are in the form that is wanted, by default today’s', async (t) => {
  const server = await startServer(t, { hashing: QUICK_PACKAGES })
  for (const [body, version] of [
    [{}, 2],
    [{ form: 'older' }, 1],
  ] as const) {
    const { packages } = await deal(server, body)
    const versions = packages.map(({ package: text }) => envelopeOf(text).envelope['version'])
    expect(versions).toEqual([version, version])
  }
})

test('No old share signs with the new ones, and two dealings have nothing in common', async (t) => {
  const server = await startServer(t, { hashing: QUICK_PACKAGES })
  const [one, two] = [await deal(server), await deal(server)]
  const keys = [one, two].flatMap(({ groupCredential: text }) =>
    (JSON.parse(text) as GroupPackage).members.map(({ pubkey }) => pubkey.slice(2)),
  )
  const olds = keyset.group.commits.map(({ pubkey }) => pubkey.slice(2))
  expect(new Set([...keys, ...olds]).size).toBe(9)
  const mixed = await server.post('/api/recover', {
    groupCredential: one.groupCredential,
    shareCredentials: [one.shareCredential, two.shareCredential, ...shareCredentials],
  })
  expect(mixed).toMatchObject({ status: 400, body: { error: http.recoverTooFew(2, 1) } })
})

test('This device’s share and one from a package make the key', async (t) => {
  const server = await startServer(t)
  const dealt = await deal(server)
  const { package: text, password } = present(dealt.packages[1])
  const opened = await openOnboard(text, { password, deriveKey: cheapPackageKey })
  if (!opened.ok) throw new Error(opened.error)
  const answer = await server.post('/api/recover', {
    groupCredential: dealt.groupCredential,
    shareCredentials: [dealt.shareCredential, shareText({ idx: 3, seckey: opened.value.seckey })],
  })
  expect(fitting(recoverAnswer, answer.body).npub).toBe(dealt.npub)
})

const stranger = firstShare(newKeyset(), [])

test.for([
  ['an invalid group', { groupCredential: 'bfgroup' }, /^groupCredential: /],
  ['a damaged share', { shareCredentials: ['bfshare1', ''] }, /^shareCredentials: Share 1: /],
  [
    'the share of another group',
    { shareCredentials: [present(shareCredentials[0]), stranger.SHARE_CRED] },
    `shareCredentials: ${validation.shareItem(2, validation.shareNotInGroup)}`,
  ],
  [
    'too few shares',
    { shareCredentials: [present(shareCredentials[0]), present(shareCredentials[0])] },
    validation.notEnoughShares(2, 1),
  ],
  ['a threshold of one', { threshold: 1 }, v2Decoding.thresholdTooLow],
  ['a threshold above the members', { threshold: 4 }, validation.thresholdTooHigh],
  ['too many members', { totalMembers: 16 }, validation.totalMembersTooHigh(15)],
  ['no usable relay', { relays: ['ftp://x'] }, `relays: ${validation.relayNoneValid}`],
  ['a blank name', { name: ' ' }, /^name: /],
] as const)('Dealing from %s is refused with the reason', async ([, body, error], t) => {
  const server = await startServer(t, { hashing: QUICK_PACKAGES })
  const answer = await server.post('/api/keyset/deal', { ...request, ...body })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  })
})

test('What was dealt is kept nowhere: not in the data folder, the log or the audit', async (t) => {
  const server = await startServer(t, { hashing: QUICK_PACKAGES })
  const dealt = await deal(server)
  await server.post('/api/keyset/deal', { ...request, threshold: 9 })
  await server.stop()
  const files = readdirSync(server.dataDir).map((name) => [
    name,
    readFileSync(join(server.dataDir, name)),
  ])

  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const store = openStore({ dataDir: server.dataDir, log: quiet })
  t.onTestFinished(() => store.close())
  const audit = store.audit.page({ limit: 10 }).reverse()
  expect(audit).toMatchObject([
    { action: 'keyset.deal', outcome: 'ok', detail: { threshold: 2, totalMembers: 3, given: 2 } },
    { action: 'keyset.deal', outcome: 'refused' },
  ])
  const secrets = {
    'the group': Buffer.from(dealt.groupCredential),
    'the share': Buffer.from(JSON.parse(dealt.shareCredential).seckey, 'hex'),
    'the key': Buffer.from(SECRET, 'hex'),
    'an old share': present(shareCredentials[0]),
    ...Object.fromEntries(
      dealt.packages.flatMap(({ index, package: text, password }) => [
        [`package ${index}`, text],
        [`password ${index}`, Buffer.from(password)],
      ]),
    ),
  }
  const places = {
    log: server.log.join('\n'),
    audit: JSON.stringify(audit),
    ...Object.fromEntries(files),
  }
  expect(places).toHaveProperty(['floe.db'])
  expect(findSecrets(formsOf(secrets), places)).toEqual([])
})
