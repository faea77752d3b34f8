import { describe, expect, it } from 'vitest'
import * as decoders from '#web/lib/credentials.ts'
import { checkPair, groupKeyOfPair } from './pair.ts'

/** Two keysets of two shares, made for this file from keys that nobody uses. */
const ours = {
  group:
    'bfgroup1qd8n2k7uklxq4aegau7vawtptkgxsja4kt99lpv6krctwpq8tpc65qqqqqpqqqqqqypy9vtx4q4a' +
    'lf4rradq7zh0krpxnk8yh7aaman7p6xng38rerd48jcrlg7xvul7cnh5e6cnpp65gf67yadktfgpytwqn9fl' +
    '5rsrukn76uvq8xe7wdrs804dt86kym8vk4lt5ctgava7eapvaldhncq9sn3ztpwrqqqqqqszstdwuvhar2ku' +
    '0pcptfcn34dqq36dt4v6ysw8russea76uczmcleq9cds5yn6mpjdrvag4cjy0s5uza0w26rpsqeekjr2d4xk' +
    'j2fstftlqfvf9ngh7w8g25n9v7dcj2me0wt4narhrvjmtlf2j8fejfagzcsej3wzpke',
  share:
    'bfshare1qqqqqqflr3g8fclt5tygcg94tdzjcrsfclxjc5ug2txvz6tlcxq6f8n9s3xq8r9lkewcgc4atpr0' +
    'nu0nlpvgp9nh467scnk9q5h89mfhyenahsk4w9shltx5y3wd42vjx56s5hrs8xn06lr28q0h7vjrg7seg0gm' +
    'vjqz5s',
  otherShare:
    'bfshare1qqqqqqndy78a3dkxxjqqwvze54u5wzcz06y5090ljjy8rs0ww8ers2ae77fgz572vveuhfq4t73q' +
    'prxmnxz65jsgvxjz3ruzz8ejwf6h2lus3tas8370z8ukqup989cshrkdxu9vvhtj75mmwyyaxvfse4r8pzyd' +
    'vcxpez',
}
const theirs = {
  group:
    'bfgroup1qfrx6l72u437tjcf5rgcwza4sq6ysprp0pu6zj2feu3zshcm4cljwqqqqqpqqqqqqyp5c4sh2j48' +
    '7v7njj9f0ayldu00n5rhpd8lq8tvrzswelfljdyc3egzep88zdzv574734n4kxcfefne5q80uen7mpqd2gz3' +
    'czdv4zxs7raqyl3xe3jrytvqggmpz8lh0uleas0m25cya502cvcs30smmhu7pr5vqqqqqqsz8us5sd5p9cj7' +
    'xat42k0lqukh2quwxzd90spk5jlmfkagma0w47vsyzue6kjjn8z53pa9qxzrt5gssfx3yt2f9fzw9dxl5x5q' +
    'ek8t5arhqtl0r3k5cd9ml28rrc0hrzz6us4uf47fwzztmvq9007vgehtwhrtcc4eaxa',
  share:
    'bfshare1qqqqqq2txqkcw8h94s627cynkkyrkna45qcm7z6jk6vpkgx5hf65urh8zm6u5nm66lnacuwlqr7t' +
    'wr2p9sgvaajn89gna6qelln23pgqucfdpma5dpck4em2xc6xcp4g5w7ttlf3fqmltkmdtj79rk0ayz87zqed' +
    'rme3cn',
}
const saved = { group: ours.group, share: ours.share }

const check = (typed: Partial<typeof saved>) => checkPair(decoders, saved, { ...saved, ...typed })

describe('a typed pair of credentials', () => {
  it('needs no saving while it equals what is saved, apart from surrounding space', () => {
    expect(check({ share: ` ${ours.share}\n` })).toEqual({ at: 'rest' })
  })

  it('is ready to be saved once both decode and belong together', () => {
    expect(check({ share: ` ${ours.otherShare}` })).toEqual({
      at: 'ready',
      pair: { group: ours.group, share: ours.otherShare },
    })
    expect(check(theirs)).toEqual({ at: 'ready', pair: theirs })
  })

  it('is refused at the field that does not decode', () => {
    expect(check({ share: ours.share.slice(0, -1) })).toEqual({
      at: 'refused',
      group: null,
      share: expect.stringMatching(/^Failed to decode share: /),
    })
    expect(check({ group: '', share: 'nsec1' })).toEqual({
      at: 'refused',
      group: 'Group is required',
      share: 'Invalid share format (should start with bfshare)',
    })
  })

  it('says which of the two has to follow when only one was changed', () => {
    const { group } = theirs
    expect(check({ group })).toEqual({
      at: 'refused',
      group: 'The saved share is not of this group. Enter a share of this group as well.',
      share: null,
    })
    expect(check({ share: theirs.share })).toEqual({
      at: 'refused',
      group: null,
      share: 'This share is not of the saved group. Enter its group credential as well.',
    })
  })

  it('says that the share does not belong to the group when both were changed, or were saved like that', () => {
    const mixed = { group: theirs.group, share: ours.share }
    const refused = { at: 'refused', group: null, share: 'Share does not belong to this group' }
    expect(checkPair(decoders, { group: '', share: '' }, mixed)).toEqual(refused)
    expect(checkPair(decoders, mixed, mixed)).toEqual(refused)
  })
})

describe('the key that a pair signs for', () => {
  it('is the x-only key of its group', () => {
    expect(groupKeyOfPair(decoders, { group: ours.group, share: ours.otherShare })).toBe(
      '4f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa',
    )
  })

  it('is none with a share of another group', () => {
    expect(groupKeyOfPair(decoders, { group: ours.group, share: theirs.share })).toBeNull()
  })
})
