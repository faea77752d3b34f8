import { nsecEncode } from 'nostr-tools/nip19'
import { generateSecretKey } from 'nostr-tools/pure'
import { describe, expect, it } from 'vitest'
import { configure as texts } from '#contract/texts/configure.ts'
import { joining } from '#contract/texts/joining.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { vectors } from '#tests/support/v2-vectors.ts'
import { readPasted } from './pasted.ts'

const { groupCredential: group, shareCredentials } = generateKeyset({
  threshold: 2,
  totalMembers: 3,
})
const [share = '', otherShare = ''] = shareCredentials

const wrap = (text: string, width: number) =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\r\n') ?? ''

describe('what is pasted', () => {
  it('stays where it was put when it belongs there', () => {
    expect([readPasted(share, 'share'), readPasted(group, 'group')]).toEqual([
      { share, notice: null },
      { group, notice: null },
    ])
  })

  it('moves to the share field when it is a share', () => {
    expect(readPasted(share, 'group')).toEqual({ share, notice: texts.movedShare })
  })

  it('moves to the group field when it is a group credential', () => {
    expect(readPasted(group, 'share')).toEqual({ group, notice: texts.movedGroup })
  })

  it('does not become a name when it is a credential', () => {
    expect(readPasted(share, 'name')).toEqual({ share, notice: texts.movedShare })
  })

  it.each([
    ['spaces', `  ${share}\t`],
    ['line breaks', `\r\n${share}\n\n`],
    ['quotes', `"${share}"`],
    ['a label and a full stop', `Share 2 of 3: ${share}.`],
    ['JSON', JSON.stringify({ share })],
    ['a public key', `${'02ab'.repeat(16)} ${share}`],
  ])('loses %s around it', (_, text) => {
    expect(readPasted(text, 'share')).toEqual({ share, notice: null })
  })

  it.each([
    ['JSON', JSON.stringify({ group, share }, null, 2)],
    ['lines', `Group: ${group}\nShare: ${share}\n`],
    ['one word after the other', `${share} ${group}`],
    ['wrapped lines', `${wrap(share, 76)}\n\n${wrap(group, 76)}\n`],
  ])('fills both fields when it holds both, as %s', (_, text) => {
    expect(readPasted(text, 'share')).toEqual({ share, group, notice: texts.filledBoth })
  })

  it('is joined again when it was wrapped into lines', () => {
    expect(readPasted(wrap(group, 64), 'group')).toEqual({ group, notice: null })
  })

  it('ends with the credential even if a word follows on the next line', () => {
    expect(readPasted(`${share}\nregards`, 'share')).toEqual({ share, notice: null })
  })

  it('leaves the choice to the person when it holds several shares', () => {
    expect(readPasted([group, share, otherShare].join('\n'), 'share')).toEqual({
      group,
      notice: texts.severalShares(2),
    })
  })

  it('counts as one share if the share stands there twice', () => {
    expect(readPasted(`${share}\n${share}`, 'share')).toEqual({ share, notice: null })
  })

  it('keeps a character that no credential has, so that the field can report it', () => {
    const mistyped = share.replace(/.$/, 'b')
    expect(readPasted(`"${mistyped}"`, 'share')).toEqual({ share: mistyped, notice: null })
  })

  it.each(['', 'hello', 'bfshare', 'bfcred1qqq', 'nsec1qqq'])(
    'is left alone when it is %o',
    (text) => {
      expect(readPasted(text, 'share')).toBeNull()
    },
  )
})

describe('a pasted text that belongs elsewhere', () => {
  it.each([nsecEncode(generateSecretKey()), 'bunker://ab?secret=cd'])(
    'goes into the masked field, whichever it was put into: %.6s',
    (text) => {
      const where = (['name', 'share', 'group'] as const).map((into) => readPasted(text, into))
      expect(where).toEqual(Array(3).fill({ share: text, notice: null }))
    },
  )
})

describe('what is pasted from the 2026 generation', () => {
  const { bfshare, bfonboard, bfprofile } = vectors.packages
  const [v2Share] = vectors.keyset.shares
  const json = { share: JSON.stringify(v2Share), group: JSON.stringify(vectors.keyset.group) }

  it.each([
    ['bfshare', bfshare.text],
    ['bfonboard', bfonboard.text],
    ['bfprofile', bfprofile.text],
  ])('goes into the share field when it is sealed: %s', (_, sealed) => {
    expect(readPasted(`Invitation: ${sealed}\nregards`, 'share')).toEqual({
      share: sealed,
      notice: null,
    })
    expect(readPasted(sealed, 'group')).toEqual({ share: sealed, notice: joining.moved })
    expect(readPasted(wrap(sealed, 76), 'share')).toEqual({ share: sealed, notice: null })
  })

  it('fills both fields from JSON, on many lines or inside other JSON', () => {
    const both = { share: json.share, group: json.group, notice: texts.filledBoth }
    const pretty = [vectors.keyset.group, v2Share]
      .map((one) => JSON.stringify(one, null, 2))
      .join('\n')
    expect(readPasted(pretty, 'share')).toEqual(both)
    const nested = { keyset: { group: vectors.keyset.group, shares: [v2Share] } }
    expect(readPasted(`here it is: ${JSON.stringify(nested)}.`, 'group')).toEqual(both)
  })

  it('counts as one share if the share stands there twice', () => {
    expect(readPasted(json.share + json.share, 'share')).toEqual({
      share: json.share,
      notice: null,
    })
  })

  it('leaves the choice to the person when it holds several shares', () => {
    expect(readPasted(JSON.stringify({ of: vectors.keyset.shares }), 'share')?.notice).toBe(
      texts.severalShares(vectors.keyset.shares.length),
    )
  })

  it('does not take a decoded 1.x share for one of this generation', () => {
    expect(
      readPasted('{"idx":1,"seckey":"ab","binder_sn":"cd","hidden_sn":"ef"}', 'share'),
    ).toBeNull()
  })
})
