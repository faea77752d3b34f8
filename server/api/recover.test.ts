import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recoverAnswer, recoverRefusal } from '#contract/credentials.ts'
import { SHARE_CHARS } from '#contract/limits.ts'
import { decoding, http, protocolTexts, validation } from '#contract/messages.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { keyPair } from '#nostr/keys.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'
import { holdsPartOf, mistype } from '../../tests/support/credentials.ts'
import { CALLER, mountForTest } from '../../tests/support/mounted-routes.ts'
import { seededPrng } from '../../tests/support/prng.ts'

const prng = seededPrng(21)

function makeKeyset(threshold: number, totalMembers: number) {
  const secretKey = scalarHex(randomScalar(prng.bytes))
  const keyset = generateKeyset({ threshold, totalMembers, secretKey, random: prng.bytes })
  return { ...keyset, key: keyPair(secretKey) }
}

const small = makeKeyset(2, 3)
const large = makeKeyset(3, 5)
/** Their shares have the same indices as the shares beside them. */
const otherSmall = makeKeyset(2, 3)
const otherLarge = makeKeyset(3, 5)

type Keyset = typeof small

/** A text that is not a share of the group, and the error about it. */
type Spoilt = readonly [text: string, error: string]

function spoiltShares({ shareCredentials }: Keyset): Spoilt[] {
  const [first = '', second = ''] = shareCredentials
  return [
    [mistype(first, 60), protocolTexts.decodeShare(decoding.checksum)],
    [second.slice(0, 100), validation.shareLength(SHARE_CHARS)],
    ['', validation.shareRequired],
    ['nsec1notashare', validation.sharePrefix],
  ]
}

const subsets = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length }, (_, set) =>
    items.filter((_item, at) => (set >> at) % 2 === 1),
  )

interface Case {
  sent: string[]
  members: number
  invalid: { index: number; error: string }[]
}

/**
 * Every set of the group's shares, with none, one or all of them twice, combined with as many
 * broken and foreign ones as `counts` says.
 */
function cases(keyset: Keyset, stranger: Keyset, counts: readonly number[]): Case[] {
  const spoilt = spoiltShares(keyset)
  const foreign = stranger.shareCredentials.map(
    (share): Spoilt => [share, validation.shareNotInGroup],
  )
  return subsets(keyset.shareCredentials).flatMap((members) =>
    [...new Set([0, Math.min(1, members.length), members.length])].flatMap((twice) =>
      counts.flatMap((broken) =>
        counts.map((strangers): Case => {
          const slots = prng.shuffle<readonly [string, string | undefined]>([
            ...members.map((text) => [text, undefined] as const),
            ...members.slice(0, twice).map((text) => [`  ${text}\n`, undefined] as const),
            ...prng.shuffle(spoilt).slice(0, broken),
            ...prng.shuffle(foreign).slice(0, strangers),
          ])
          return {
            sent: slots.map(([text]) => text),
            members: members.length,
            invalid: slots.flatMap(([, error], index) =>
              error === undefined ? [] : [{ index, error }],
            ),
          }
        }),
      ),
    ),
  )
}

/** What the design demands for a case, derived from how it was made. */
function designed({ key, group }: Keyset, { members, invalid }: Case): Record<string, unknown> {
  const required = group.threshold
  if (members >= required) {
    const details = {
      sharesUsed: members,
      thresholdRequired: required,
      ...(invalid.length === 0 ? {} : { invalidShares: invalid }),
    }
    return { success: true, nsec: key.nsec, npub: key.npub, details }
  }
  return {
    success: false,
    ...(members === 0
      ? { error: 'No valid share credentials provided', code: 'http.recoverNoShares' }
      : {
          error: `Insufficient shares: need ${required}, got ${members}`,
          code: 'http.recoverTooFew',
          params: [required, members],
        }),
    details: { provided: members, required, invalidShares: invalid },
  }
}

describe('recovery answers as designed, whether shares are valid, broken, foreign, repeated or too few', () => {
  test.each([
    ['2 of 3', small, otherSmall, [0, 1, 2], 160],
    ['3 of 5', large, otherLarge, [0, 2], 350],
  ])('%s', async (_, keyset, stranger, counts, least) => {
    const { call } = mountForTest()
    const all = cases(keyset, stranger, counts).filter(({ sent }) => sent.length > 0)
    expect(all.length).toBeGreaterThan(least)

    for (const one of all) {
      const answer = await call('recover', {
        body: { groupCredential: keyset.groupCredential, shareCredentials: one.sent },
      })

      const expected = designed(keyset, one)
      expect(answer.body).toMatchObject(expected)
      expect(answer.status).toBe(expected['success'] ? 200 : 400)
      const schema = expected['success'] ? recoverAnswer : recoverRefusal
      expect(schema.safeParse(answer.body).success).toBe(true)
    }
  })
})

describe('no key is shown', () => {
  const foreignKey = encodeGroup({ ...small.group, group_pk: otherSmall.group.group_pk })
  const loweredThreshold = encodeGroup({ ...large.group, threshold: 2 })

  test.each([
    ['with the key of another', foreignKey, small],
    ['with a lowered threshold', loweredThreshold, large],
  ])('for a group %s, though every share fits', async (_, groupCredential, keyset) => {
    const { call } = mountForTest()

    const answer = await call('recover', {
      body: { groupCredential, shareCredentials: keyset.shareCredentials },
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, error: protocolTexts.recoverSecretKey })
    expect(answer.body).not.toHaveProperty('nsec')
    const shown = JSON.stringify(answer.body)
    expect(holdsPartOf(shown, keyset.key.nsec.slice(5))).toBe(false)
    expect(holdsPartOf(shown, keyset.key.hexPrivateKey)).toBe(false)
  })

  test.each([
    ['blank', '  ', validation.groupRequired],
    ['a share', small.shareCredentials[0] ?? '', validation.groupPrefix],
    ['mistyped', mistype(small.groupCredential, 90), protocolTexts.decodeGroup(decoding.checksum)],
  ])('for a group credential that is %s', async (_, groupCredential, reason) => {
    const { call } = mountForTest()

    const answer = await call('recover', {
      body: { groupCredential, shareCredentials: small.shareCredentials },
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      success: false,
      error: `Invalid group credential: ${reason}`,
    })
  })

  test.each([
    ['no fields', {}],
    ['no group', { shareCredentials: small.shareCredentials }],
    ['an empty group', { groupCredential: '', shareCredentials: small.shareCredentials }],
    ['no shares', { groupCredential: small.groupCredential, shareCredentials: [] }],
    ['one share as text', { groupCredential: small.groupCredential, shareCredentials: 'bfshare1' }],
    ['a share that is no text', { groupCredential: small.groupCredential, shareCredentials: [7] }],
    [
      'many times more shares than any group has',
      { groupCredential: small.groupCredential, shareCredentials: Array(101).fill('bfshare1') },
    ],
  ])('for a request with %s', async (_, body) => {
    const { call } = mountForTest()

    const answer = await call('recover', { body })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, error: http.recoverInvalid })
  })
})

test('nothing of a recovery is kept but who, when, the outcome and counts', async () => {
  const { call, context, logLines } = mountForTest()
  const [first = '', second = ''] = small.shareCredentials
  const [foreign = ''] = otherSmall.shareCredentials

  const { groupCredential } = small
  await call('recover', {
    body: { groupCredential, shareCredentials: [first, second, second, foreign] },
  })
  await call('recover', { body: { groupCredential, shareCredentials: [first, first] } })
  await call('recover', { body: { groupCredential: 'bfgroup1', shareCredentials: [first] } })

  expect(context.store.audit.page({ limit: 10 })).toMatchObject([
    {
      actor: CALLER,
      action: 'recover',
      outcome: 'refused',
      detail: { given: 1, valid: 0, invalid: 0 },
    },
    {
      actor: CALLER,
      action: 'recover',
      outcome: 'refused',
      detail: { given: 2, valid: 1, invalid: 0 },
    },
    { actor: CALLER, action: 'recover', outcome: 'ok', detail: { given: 4, valid: 2, invalid: 1 } },
  ])
  const folder = context.store.dataDir
  const files = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name)).toString('latin1'),
  )
  const kept = [...files, ...logLines, JSON.stringify(context.events.entries())].join('\n')
  expect(kept).toContain('"given":4')
  const secrets = [
    small.key.nsec.slice(5),
    small.key.hexPrivateKey,
    first.slice(8),
    second.slice(8),
  ]
  for (const secret of secrets) expect(holdsPartOf(kept, secret)).toBe(false)
})

describe('the check of a credential', () => {
  const check = async (type: string, credential: string) => {
    const answer = await mountForTest().call('validate', {
      body: { type, credential },
    })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const [share = ''] = large.shareCredentials.slice(3)

  test.each([
    ['share', ` ${share} `, { index: 4 }],
    ['group', large.groupCredential, { threshold: 3, members: 5, pubkey: large.group.group_pk }],
    ['relay', 'HTTPS://Relay.Example.com/', { url: 'wss://relay.example.com' }],
    ['nsec', large.key.nsec, { npub: large.key.npub }],
  ])('of type %s says what is not secret in a valid one', async (type, credential, details) => {
    const answer = await check(type, credential)

    expect(answer).toMatchObject({ valid: true, details })
    const shown = JSON.stringify(answer)
    const { seckey = '' } = large.shares[3] ?? {}
    for (const secret of [
      large.key.nsec.slice(5),
      large.key.hexPrivateKey,
      share.slice(8),
      seckey,
    ]) {
      expect(holdsPartOf(shown, secret)).toBe(false)
    }
  })

  test('of type credential says only that it is valid', async () => {
    expect(await check('credential', `bfcred1${'q'.repeat(500)}`)).toMatchObject({ valid: true })
  })

  test.each([
    ['share', mistype(share, 60), protocolTexts.decodeShare(decoding.checksum)],
    ['share', '', validation.shareRequired],
    ['group', share, validation.groupPrefix],
    ['credential', 'bfcred1qqq', validation.combinedTooShort(403)],
    ['relay', 'ftp://relay.example.com', validation.relayProtocol],
    ['nsec', large.key.npub, validation.nsecFormat],
    ['nsec', large.key.hexPrivateKey, validation.nsecFormat],
  ])('of type %s gives the reason against an invalid one (%#)', async (type, credential, error) => {
    expect(await check(type, credential)).toMatchObject({ valid: false, error })
  })

  test('refuses an unknown type', async () => {
    const { call } = mountForTest()

    const answer = await call<{ error: string }>('validate', {
      body: { type: 'password', credential: 'hunter2' },
    })

    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(/^type: /)
    expect(answer.body.error).not.toContain('hunter2')
  })
})
