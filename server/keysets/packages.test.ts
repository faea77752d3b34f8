import { hexToBytes } from '@noble/hashes/utils.js'
import { nsecEncode } from 'nostr-tools/nip19'
import { expect, test } from 'vitest'
import { packages, validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import { createKeysetReader } from '#protocol/keyset.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { shareText } from '#protocol/v2/group.ts'
import { sealShare } from '#tests/support/v2-packages.ts'
import { cheapPackageKey, cheapSealing } from '../../tests/support/cheap-hashing.ts'
import { holdsPartOf } from '../../tests/support/credentials.ts'
import { readShareOfGroup } from './packages.ts'

const PASSWORD = 'correct horse battery'
const reader = createKeysetReader(serverCurve)

/** A group of 1.x with a key of this parity, and its second share in every form. */
function setUp(secretKey: string) {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3, secretKey })
  const carried = convertFromV1(keyset.group, keyset.shares, serverCurve, 'Family')
  if (!carried.ok) throw new Error(carried.error)
  const { group: v2, shares } = carried.value
  const share = shares[1] ?? { idx: 0, seckey: '' }
  const options = { reader, deriveKey: cheapPackageKey, group: keyset.group, v2 }
  return { keyset, share, options }
}

test.each([
  ['even', '3'.padStart(64, '0')],
  ['odd', '6'.padStart(64, '0')],
])('a share is read in every form, of a group whose key is %s', async (parity, secretKey) => {
  const { keyset, share, options } = setUp(secretKey)
  expect(keyset.group.group_pk.startsWith(parity === 'odd' ? '03' : '02')).toBe(true)
  const { seckey } = share
  const bfshare = await sealShare(
    { seckey, relays: ['wss://relay.example'] },
    cheapSealing(PASSWORD),
  )
  const forms = [
    { share: keyset.shareCredentials[1] ?? '' },
    { share: shareText(share) },
    { share: seckey },
    { share: nsecEncode(hexToBytes(seckey)) },
    { share: bfshare, password: PASSWORD },
  ]

  const read = await Promise.all(forms.map((form) => readShareOfGroup(form, options)))

  expect(read).toEqual(forms.map(() => ({ ok: true, value: share })))
})

test('a text that is no share of the group is refused, and no error contains a part of it', async () => {
  const { share, options } = setUp('3'.padStart(64, '0'))
  const stranger = setUp('7'.padStart(64, '0'))
  const bfshare = await sealShare(
    { seckey: share.seckey, relays: ['wss://relay.example'] },
    cheapSealing(PASSWORD),
  )
  const notOurs = `share: ${validation.shareNotInGroup}`
  const cases = [
    [{ share: stranger.keyset.shareCredentials[1] ?? '' }, notOurs],
    [{ share: shareText(stranger.share) }, notOurs],
    [{ share: stranger.share.seckey }, notOurs],
    [{ share: bfshare }, `password: ${packages.passwordNeeded}`],
    [{ share: bfshare, password: 'wrong horse' }, `share: ${packages.wrongPassword}`],
  ] as const

  for (const [given, error] of cases) {
    expect(await readShareOfGroup(given, options)).toMatchObject({ ok: false, error })
  }
  for (const text of ['', 'x', 'bfonboard1qqqq', '{"idx":1}', 'ff'.repeat(32)]) {
    const read = await readShareOfGroup({ share: text }, options)
    expect(read.ok ? '' : read.error).toMatch(/^share: /)
  }
  const damaged = `${share.seckey.slice(2)}zz`
  const read = await readShareOfGroup({ share: damaged }, options)
  expect(read.ok || holdsPartOf(read.error, damaged)).toBe(false)
})
