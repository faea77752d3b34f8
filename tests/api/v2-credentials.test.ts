import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverAnswer, shareRecords, validateAnswer } from '#contract/credentials.ts'
import { protocolTexts, v2Decoding, validation } from '#contract/messages.ts'
import { peersAnswer, selfAnswer } from '#contract/peers.ts'
import { signAnswer } from '#contract/signing.ts'
import { keyPair } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { type ApiServer, newKeyset, startServer } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { holdsPartOf } from '../support/credentials.ts'
import { fitting } from '../support/fitting.ts'
import { seededPrng } from '../support/prng.ts'
import { SIGNING } from '../support/rules.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { carriedTexts, noncesFor } from '../support/v2-group.ts'

const random = seededPrng(909)
const secret = Buffer.from(random.bytes(32)).toString('hex')
const dealt = dealKey(secret, {
  threshold: 2,
  totalMembers: 3,
  name: 'Dealt',
  random: random.bytes,
})
if (!dealt.ok) throw new Error(dealt.error)
const { group, shares } = dealt.value
const GROUP_CRED = groupText(group)
const credentialOf = (idx: number): string => {
  const share = shares.find((one) => one.idx === idx)
  if (share === undefined) throw new Error('no such member')
  return shareText(share)
}
const SHARE_CRED = credentialOf(1)
const xonly = (idx: number) => xOnly(group.members[idx - 1]?.pubkey ?? '')

/** Another member of the group. */
const startMember = (scope: Scope, idx: number, relay: string) =>
  startPeerFor(scope, {
    group: GROUP_CRED,
    share: credentialOf(idx),
    relays: [relay],
    v2: noncesFor(scope),
  })

const hash = () => Buffer.from(random.bytes(32)).toString('hex')

async function signs(server: ApiServer, key: string): Promise<boolean> {
  const message = hash()
  const answer = await server.post('/api/sign', { message })
  if (answer.status !== 200) return false
  return verifyBip340(fitting(signAnswer, answer.body).signature, message, key)
}

test('Credentials of 2026 are saved, read back as they are, and signed with', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  const saved = { SHARE_CRED, GROUP_CRED: ` ${GROUP_CRED}\n`, RELAYS: relay.url }

  expect((await server.post('/api/env', saved)).status).toBe(200)

  expect((await server.get('/api/env')).body).toMatchObject({ SHARE_CRED, GROUP_CRED })
  await server.status(({ nodeActive }) => nodeActive)
  const peer = await startMember(t, 2, relay.url)
  await until(async () => (await peer.node.ping(xonly(1))).success)
  expect(await signs(server, group.group_pk)).toBe(true)
  expect(await peer.node.sign(SIGNING, hash())).toMatchObject({ ok: true })
  const self = fitting(selfAnswer, (await server.get('/api/peers/self')).body)
  expect(self).toEqual({ pubkey: xonly(1), warnings: [] })
  const { peers, mode } = fitting(peersAnswer, (await server.get('/api/peers')).body)
  expect([mode, peers.map(({ pubkey }) => xOnly(pubkey))]).toEqual(['full', [xonly(2), xonly(3)]])
  expect(peers[0]).toMatchObject({ online: true, partialSignatures: 0 })
  const policy = { allowSend: false, allowReceive: true }
  const set = await fetch(`${server.url}/api/peers/${xonly(3)}/policy`, {
    method: 'PUT',
    body: JSON.stringify(policy),
    headers: { 'Content-Type': 'application/json' },
  })
  expect(set.status).toBe(200)
  const cipher = { peer_pubkey: group.group_pk, content: 'hello' }
  const encrypted = await server.post('/api/nip44/encrypt', cipher)
  expect(encrypted.status).toBe(200)
})

test('Credentials of 2026 in the environment start the signer', async (t) => {
  const relay = await startRelayFor(t)
  const environment = { SHARE_CRED, GROUP_CRED, RELAYS: relay.url }
  const server = await startServer(t, { environment })

  await server.status(({ nodeActive }) => nodeActive)
})

test('A 2026 share signs under the 1.x group it belongs to, and the other way round', async (t) => {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  const carried = carriedTexts(keyset, 1)
  const older = { share: keyset.shareCredentials[0] ?? '', group: keyset.groupCredential }
  const peer = await startPeerFor(t, {
    ...carriedTexts(keyset, 2),
    relays: [relay.url],
    v2: noncesFor(t),
  })
  for (const [SHARE, GROUP] of [
    [carried.share, older.group],
    [older.share, carried.group],
  ]) {
    const server = await startServer(t)
    const saved = await server.post('/api/env', {
      SHARE_CRED: SHARE,
      GROUP_CRED: GROUP,
      RELAYS: relay.url,
    })
    expect(saved.status).toBe(200)
    await server.status(({ nodeActive }) => nodeActive)
    await until(
      async () => (await peer.node.ping(xOnly(keyset.group.commits[0]?.pubkey ?? ''))).success,
    )
    expect(await signs(server, keyset.group.group_pk.slice(2))).toBe(true)
    await server.stop()
  }
})

const stranger = carriedTexts(newKeyset(), 1)

test.for([
  [
    'a share of another group',
    { SHARE_CRED: stranger.share, GROUP_CRED },
    `SHARE_CRED: ${validation.shareNotInGroup}`,
  ],
  [
    'a share under another’s index',
    { SHARE_CRED: SHARE_CRED.replace(':1', ':2'), GROUP_CRED },
    `SHARE_CRED: ${validation.shareNotInGroup}`,
  ],
  [
    'half a share',
    { SHARE_CRED: SHARE_CRED.slice(0, -9) },
    `SHARE_CRED: ${protocolTexts.decodeShare(v2Decoding.notJson)}`,
  ],
  [
    'the group as the share',
    { SHARE_CRED: GROUP_CRED },
    `SHARE_CRED: ${protocolTexts.decodeShare(v2Decoding.shareForm)}`,
  ],
  [
    'the share as the group',
    { GROUP_CRED: SHARE_CRED },
    `GROUP_CRED: ${protocolTexts.decodeGroup(v2Decoding.groupForm)}`,
  ],
] as const)(
  'Saving %s is refused with the name of the field, and nothing is saved or revealed',
  async ([, body, error], t) => {
    const server = await startServer(t)

    const answer = await server.post('/api/env', body)

    expect(answer).toMatchObject({ status: 400, body: { error } })
    expect((await server.get('/api/env')).body).toEqual({})
    for (const text of [answer.text, ...server.log]) {
      for (const { seckey } of shares) expect(holdsPartOf(text, seckey)).toBe(false)
    }
  },
)

test('The check of a 2026 credential shows what is not secret in it', async (t) => {
  const server = await startServer(t)
  const check = async (type: string, credential: string) =>
    fitting(validateAnswer, (await server.post('/api/recover/validate', { type, credential })).body)

  expect(await check('share', SHARE_CRED)).toMatchObject({
    valid: true,
    details: { index: 1, generation: '2026' },
  })
  expect(await check('group', GROUP_CRED)).toMatchObject({
    valid: true,
    details: {
      threshold: 2,
      members: 3,
      pubkey: `02${group.group_pk}`,
      name: 'Dealt',
      generation: '2026',
    },
  })
  expect(await check('share', GROUP_CRED)).toMatchObject({
    valid: false,
    error: protocolTexts.decodeShare(v2Decoding.shareForm),
  })
})

test('2026 shares are saved as records, and recover the key they were dealt from', async (t) => {
  const server = await startServer(t)
  const record = { shareCredential: SHARE_CRED, groupCredential: GROUP_CRED, name: 'Dealt' }
  expect((await server.post('/api/shares', record)).status).toBe(200)
  expect(fitting(shareRecords, (await server.get('/api/shares')).body)).toMatchObject([record])

  const answer = await server.post('/api/recover', {
    groupCredential: GROUP_CRED,
    shareCredentials: [SHARE_CRED, stranger.share, SHARE_CRED, credentialOf(3)],
  })

  const recovered = fitting(recoverAnswer, answer.body)
  expect(recovered.npub).toBe(keyPair(secret).npub)
  expect(recovered.details).toMatchObject({
    sharesUsed: 2,
    thresholdRequired: 2,
    invalidShares: [{ index: 1, error: validation.shareNotInGroup }],
  })
})

test('Shares of 1.x and of 2026 recover a key together', async (t) => {
  const server = await startServer(t)
  const keyset = newKeyset()
  const [one = '', two = ''] = keyset.shareCredentials
  const older = { groupCredential: keyset.groupCredential, shareCredentials: [one, two] }
  const { npub } = fitting(recoverAnswer, (await server.post('/api/recover', older)).body)
  const mixed = [one, carriedTexts(keyset, 2).share]
  for (const groupCredential of [keyset.groupCredential, carriedTexts(keyset, 1).group]) {
    const answer = await server.post('/api/recover', { groupCredential, shareCredentials: mixed })
    expect(fitting(recoverAnswer, answer.body).npub).toBe(npub)
  }
})

test('Deleting the credentials deletes the nonces kept for them', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  const saved = { SHARE_CRED, GROUP_CRED, RELAYS: relay.url }
  const file = join(server.dataDir, 'nonces.db')
  for (const keys of [['SHARE_CRED'], ['GROUP_CRED']]) {
    await server.post('/api/env', saved)
    await server.status(({ nodeActive }) => nodeActive)
    expect(existsSync(file)).toBe(true)

    await server.post('/api/env/delete', { keys })

    await until(() => !existsSync(file))
  }
})
