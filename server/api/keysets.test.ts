import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { v2Decoding, validation } from '#contract/messages.ts'
import { reservedShares as texts } from '#contract/reserved-share-messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { keyPair } from '#nostr/keys.ts'
import { validateGroup } from '#protocol/v1/group.ts'
import { recoverKey } from '#protocol/v1/recovery.ts'
import { validateShare } from '#protocol/v1/share.ts'
import { recoverSecret } from '#protocol/v2/dealing.ts'
import { StoreError } from '#store/errors.ts'
import { holdsPartOf } from '../../tests/support/credentials.ts'
import { CALLER, mountForTest } from '../../tests/support/mounted-routes.ts'

const KEY = keyPair('5d'.repeat(32))

interface KeysetBody {
  groupCredential: string
  shareCredentials: string[]
}

/** The key that the shares in an answer make together. */
function recovered({ groupCredential, shareCredentials }: KeysetBody) {
  const group = validateGroup(groupCredential, serverCurve)
  const shares = shareCredentials.map(validateShare)
  if (!group.ok) throw new Error(group.error)
  const packages = shares.flatMap((share) => (share.ok ? [share.value] : []))
  expect(packages).toHaveLength(shares.length)
  return { group: group.value, key: recoverKey({ group: group.value, shares: packages }) }
}

test.each([
  ['an nsec', KEY.nsec],
  ['a hex key', KEY.hexPrivateKey],
  ['a hex key in capitals, with space around it', ` ${KEY.hexPrivateKey.toUpperCase()}\n`],
])('a keyset of 1.x is made from %s, and its shares make that key again', async (_, secretKey) => {
  const { call } = mountForTest()

  const answer = await call<KeysetBody>('keyset', {
    body: { name: 'Family', threshold: 2, totalMembers: 3, secretKey, generation: '1.x' },
  })

  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body).sort()).toEqual([
    'generation',
    'groupCredential',
    'shareCredentials',
  ])
  const { group, key } = recovered(answer.body)
  expect(key).toEqual(KEY)
  expect(group).toMatchObject({ threshold: 2 })
  expect(answer.body.shareCredentials).toHaveLength(3)
})

test('without a key, every keyset gets a fresh one', async () => {
  const { call } = mountForTest()
  const body = { name: 'Family', threshold: 8, totalMembers: 15, generation: '1.x' }

  const answers = [
    await call<KeysetBody>('keyset', { body }),
    await call<KeysetBody>('keyset', { body }),
  ]

  const keys = answers.map((answer) => recovered(answer.body).key.nsec)
  expect(new Set(keys).size).toBe(2)
})

test.each([
  ['no threshold at all', { threshold: 0 }, validation.thresholdPositive],
  ['a negative number of members', { totalMembers: -1 }, validation.totalMembersPositive],
  ['a threshold above the members', { threshold: 4 }, validation.thresholdTooHigh],
  [
    'more members than a group has room for',
    { totalMembers: 16 },
    validation.totalMembersTooHigh(15),
  ],
  ['a broken nsec', { secretKey: `${KEY.nsec}q` }, validation.nsecFormat],
  ['a short key', { secretKey: KEY.hexPrivateKey.slice(1) }, validation.secretKeyFormat],
  ['a public key', { secretKey: KEY.npub }, validation.secretKeyFormat],
  [
    "a blank key, which doesn't ask for a fresh one",
    { secretKey: ' ' },
    validation.privateKeyRequired,
  ],
])('%s is refused with the reason', async (_, wrong, error) => {
  const { call, context } = mountForTest()

  const answer = await call('keyset', {
    body: { name: 'Family', threshold: 2, totalMembers: 3, ...wrong },
  })

  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error })
  expect(context.store.audit.page({ limit: 10 })).toMatchObject([
    { action: 'keyset', outcome: 'refused' },
  ])
})

test.each([
  ['name', { name: '  ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['threshold', { threshold: 1.5 }],
  ['totalMembers', { totalMembers: '3' }],
  ['secretKey', { secretKey: 5 }],
])('a wrong %s is named (%#)', async (field, wrong) => {
  const { call } = mountForTest()

  const answer = await call<{ error: string }>('keyset', {
    body: { name: 'Family', threshold: 2, totalMembers: 3, ...wrong },
  })

  expect(answer.status).toBe(400)
  expect(answer.body.error.startsWith(`${field}: `)).toBe(true)
})

test('nothing of a keyset of 1.x is kept but its size', async () => {
  const { call, context, logLines } = mountForTest()

  const { body } = await call<KeysetBody>('keyset', {
    body: {
      ...{ name: ' Family ', threshold: 2, totalMembers: 3, secretKey: KEY.nsec },
      generation: '1.x',
    },
  })

  expect(context.store.audit.page({ limit: 10 })).toMatchObject([
    {
      actor: CALLER,
      action: 'keyset',
      outcome: 'ok',
      detail: { threshold: 2, totalMembers: 3, generation: '1.x', key: 'given' },
    },
  ])
  expect(context.store.keyset(1).shares.list()).toEqual([])
  const folder = context.store.dataDir
  const files = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name)).toString('latin1'),
  )
  const kept = [...files, ...logLines, JSON.stringify(context.events.entries())].join('\n')
  expect(kept).toContain('"totalMembers":3')
  expect(kept).not.toContain('Family')
  const secrets = [
    KEY.nsec.slice(5),
    KEY.hexPrivateKey,
    ...body.shareCredentials.map((s) => s.slice(8)),
  ]
  for (const secret of secrets) expect(holdsPartOf(kept, secret)).toBe(false)
})

test('a keyset of 2026 is saved, its key is nowhere, and no share leaves', async () => {
  const { call, context, logLines } = mountForTest()
  const { supervisor, kept } = context.keysets.first
  const relays = ['ws://127.0.0.1:9']

  const { body } = await call('keyset', {
    body: { name: ' Family ', threshold: 2, totalMembers: 3, secretKey: KEY.nsec, relays },
  })

  const pubkey = supervisor.group?.ok && supervisor.group.value.members[0]?.pubkey
  expect(body).toEqual({ generation: '2026', npub: KEY.npub, index: 1, pubkey })
  expect(supervisor.relays).toEqual(['ws://127.0.0.1:9'])
  const group = supervisor.credentials.group
  if (!group?.ok || 'commits' in group.value) throw new Error('not of 2026')
  const shares = kept.reservedShares
    .list()
    .map(({ idx, seckey }) => ({ idx, seckey: seckey ?? '' }))
  const own = supervisor.credentials.keyset
  const ownShare = own?.ok && own.value.v2.ok ? own.value.v2.value.share : shares[0]
  expect(shares.map(({ idx }) => idx)).toEqual([2, 3])
  for (const pair of [shares, [ownShare ?? { idx: 0, seckey: '' }, ...shares.slice(1)]]) {
    const secret = recoverSecret({ group: group.value, shares: pair })
    expect(secret.ok && keyPair(secret.value).npub).toBe(KEY.npub)
  }
  const folder = context.store.dataDir
  const files = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name)).toString('latin1'),
  )
  const written = [...files, ...logLines, JSON.stringify(context.events.entries())].join('\n')
  for (const secret of [KEY.hexPrivateKey, ...shares.map(({ seckey }) => seckey)]) {
    expect(holdsPartOf(written, secret)).toBe(false)
    expect(written).not.toContain(Buffer.from(secret, 'hex').toString('latin1'))
  }
})

test.each([
  ['a threshold of 1', { threshold: 1 }, v2Decoding.thresholdTooLow],
  ['no relay', { relays: [] }, `relays: ${validation.relayListRequired}`],
  ['relays for 1.x', { generation: '1.x', relays: ['ws://127.0.0.1:9'] }, texts.relaysFor1x],
])('%s is refused, and nothing is saved', async (_, wrong, error) => {
  const { call, context } = mountForTest()

  const answer = await call('keyset', {
    body: { name: 'Family', threshold: 2, totalMembers: 3, ...wrong },
  })

  expect(answer).toMatchObject({ status: 400, body: { error } })
  expect(context.keysets.first.supervisor.hasCredentials).toBe(false)
  expect(context.keysets.first.kept.reservedShares.list()).toEqual([])
})

test('a full disk saves nothing of a keyset, neither its shares nor its settings', async () => {
  const { call, context } = mountForTest()
  const { kept, supervisor } = context.keysets.first
  let left = 1
  const { set } = kept.reservedShares
  kept.reservedShares.set = (reservedShare) => {
    if (left === 0) throw new StoreError('FULL', 'database or disk is full')
    left -= 1
    set(reservedShare)
  }

  const body = { name: 'Family', threshold: 2, totalMembers: 3 }
  await expect(call('keyset', { body })).rejects.toThrow()

  expect(kept.reservedShares.list()).toEqual([])
  expect(kept.settings.effectiveEnv({}).SHARE_CRED.value).toBeUndefined()
  expect(supervisor.hasCredentials).toBe(false)
})
