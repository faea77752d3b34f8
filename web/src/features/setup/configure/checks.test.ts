import { describe, expect, it } from 'vitest'
import { configure as texts } from '#contract/texts/configure.ts'
import { joining } from '#contract/texts/joining.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { mistype } from '#tests/support/credentials.ts'
import { vectors } from '#tests/support/v2-vectors.ts'
import * as decoders from '#web/lib/credentials.ts'
import { type Checks, checkForm, type Surroundings } from './checks.ts'
import type { FormValues } from './form.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const [, share = ''] = keyset.shareCredentials
const group = keyset.groupCredential
const { bfshare, bfonboard, bfprofile } = vectors.packages
const next = vectors.keyset

const [stranger = ''] = generateKeyset({ threshold: 2, totalMembers: 3 }).shareCredentials

function check(change: Partial<FormValues>, around: Partial<Surroundings> = {}): Checks {
  const values = { name: 'Main', share, group, relays: [], ...change }
  return checkForm(values, { taken: [], own: undefined, decoders, ...around })
}

describe('the name of a keyset', () => {
  it('is required', () => {
    expect(check({ name: '  ' }).name).toEqual({ is: 'empty', text: 'Name is required' })
  })

  it.each([
    ['the same name', 'Main', ['Main']],
    ['a share of that keyset', 'Main', ['Main share 2']],
    ['another share of it', 'Main share 1', ['Main share 2']],
    ['the same name with space around it', ' Main ', ['Main']],
  ])('is refused when a record has %s', (_, name, taken) => {
    expect(check({ name }, { taken }).name).toEqual({
      is: 'wrong',
      text: 'This keyset name already exists',
    })
  })

  it.each([
    ['only begins alike', 'Main', ['Mainland', 'Main shares']],
    ["is the signer's own", 'Main', ['Other', 'Main']],
  ])('is taken when it %s', (_, name, taken) => {
    const own = taken.includes('Main') ? 'Main' : undefined
    expect(check({ name }, { taken, own }).name.is).toBe('sound')
  })
})

describe('the credentials', () => {
  it.each([
    ['share', '', { is: 'empty', text: 'Share is required' }],
    ['group', ' ', { is: 'empty', text: 'Group credential is required' }],
  ] as const)('are both needed: %s', (field, text, wanted) => {
    expect(check({ [field]: text })[field]).toEqual(wanted)
  })

  it.each(['b', 'bfshare1', 'bfshare1ab', 'bfgroup1abc', 'nsec1abcdefgh'])(
    'are refused by their prefix as they are typed: the share %s',
    (text) => {
      expect(check({ share: text }).share).toEqual({
        is: 'wrong',
        text: 'Invalid share format. Should start with "bfshare" and be properly formatted.',
      })
    },
  )

  it.each(['b', 'bfgroup1', 'bfgroup1ab', 'bfshare1abc'])(
    'are refused by their prefix as they are typed: the group %s',
    (text) => {
      expect(check({ group: text }).group).toEqual({
        is: 'wrong',
        text: 'Invalid group credential format. Should start with "bfgroup" and be properly formatted.',
      })
    },
  )

  it('say what is wrong with them after a correct prefix', () => {
    const mistyped = share.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    expect(check({ share: mistyped }).share).toEqual({
      is: 'wrong',
      text: 'Failed to decode share: the checksum does not match, so a character is missing, added or mistyped',
    })
  })

  it('say what they are, by themselves and together', () => {
    expect(check({})).toEqual({
      name: { is: 'sound', fact: null },
      share: { is: 'sound', fact: 'index 2' },
      group: { is: 'sound', fact: '2 of 3' },
      pair: {
        text: texts.belong(2, 2, 3),
        npub: decoders.npubEncode(keyset.group.group_pk.slice(2)),
      },
    })
  })

  it('are refused when they belong to two keysets', () => {
    const { share: found, pair } = check({ share: stranger })
    expect([found, pair]).toEqual([
      { is: 'wrong', text: texts.notOneKeyset('Share does not belong to this group') },
      null,
    ])
  })

  it('are not judged before the decoders are loaded', () => {
    expect(check({ share: 'bfshare1abc' }, { decoders: null }).share).toEqual({ is: 'unread' })
  })

  it("are left to the server when the decoders can't be loaded", () => {
    expect(check({}, { decoders: undefined })).toMatchObject({
      share: { is: 'sound', fact: null },
      pair: null,
    })
  })
})

describe('credentials of the 2026 generation', () => {
  const json = { share: JSON.stringify(next.shares[1]), group: JSON.stringify(next.group) }

  it('are accepted as JSON, and describe themselves the same way', () => {
    expect(check(json)).toMatchObject({
      share: { is: 'sound', fact: 'index 2' },
      group: { is: 'sound', fact: '2 of 3' },
      pair: { text: texts.belong(2, 2, 3), npub: decoders.npubEncode(next.group.group_pk) },
    })
  })

  it.each([
    ['is of another group', { ...json, group: JSON.stringify({ ...next.group, members: [] }) }],
    [
      'has a key that its members do not make',
      { ...json, group: JSON.stringify({ ...next.group, group_pk: next.device_keys[0]?.xonly }) },
    ],
    ['is no JSON', { ...json, group: `${json.group}}` }],
    ['has no fields', { ...json, group: '{"a":"no group at all"}' }],
  ])('are refused when the group %s', (_, texts) => {
    expect(check(texts)).toMatchObject({ group: { is: 'wrong' }, pair: null })
  })

  it("are refused when the share is another member's", () => {
    const share = JSON.stringify({ ...next.shares[1], idx: 1 })
    expect(check({ ...json, share })).toMatchObject({ share: { is: 'wrong' }, pair: null })
  })

  it('are refused when the share is a decoded 1.x one, which would be read without its nonces', () => {
    const decoded = decoders.readShare(share)
    if (!decoded.ok) throw new Error(decoded.error)
    expect(check({ share: JSON.stringify(decoded.value), group: '' }).share.is).toBe('wrong')
  })
})

describe('a package that a password opens', () => {
  it.each([
    ['bfshare', bfshare.text],
    ['bfonboard', bfonboard.text],
    ['bfprofile', bfprofile.text],
  ])('is told from a share by what it holds: %s', (kind, text) => {
    expect(check({ share: ` ${text}\n`, group: '' }).share).toEqual({ is: 'sealed', kind })
  })

  it('is reported as damaged before anybody looks for its password', () => {
    const found = check({ share: mistype(bfonboard.text, 200) }).share
    expect(found).toEqual({
      is: 'wrong',
      text: joining.unreadable(
        'the checksum does not match, so a character is missing, added or mistyped',
      ),
    })
  })

  it('is recognised before the decoders are loaded', () => {
    expect(check({ share: bfprofile.text }, { decoders: null }).share.is).toBe('sealed')
  })
})
