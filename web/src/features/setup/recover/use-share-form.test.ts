import { expect, test } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import * as decoders from '#web/lib/credentials.ts'
import { assess, type Decoders } from './check.ts'
import { remembering } from './use-share-form.ts'

const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
const other = generateKeyset({ threshold: 2, totalMembers: 3 })

/** The decoders, and how often each was asked. */
function counted() {
  const asked = { decodeGroup: 0, readShare: 0, keysetOf: 0 }
  const counting: Decoders = {
    decodeGroup: (text) => {
      asked.decodeGroup += 1
      return decoders.decodeGroup(text)
    },
    readShare: (text) => {
      asked.readShare += 1
      return decoders.readShare(text)
    },
    outlineOf: decoders.outlineOf,
    keysetOf: (group, share) => {
      asked.keysetOf += 1
      return decoders.keysetOf(group, share)
    },
  }
  return { asked, quick: remembering(counting) }
}

const formOf = (group: string, shares: readonly string[]) => ({
  group,
  shares: shares.map((text, key) => ({ key, text })),
})

test('While one share is typed, nothing else is decoded again', () => {
  const { asked, quick } = counted()
  const [typed = '', ...others] = shareCredentials
  for (let chars = 9; chars <= typed.length; chars += 1) {
    assess(quick, formOf(groupCredential, [typed.slice(0, chars), ...others]))
  }
  const keys = typed.length - 8
  expect(asked).toEqual({ decodeGroup: 1, readShare: keys + 2, keysetOf: 3 })
})

test('What is remembered is what the decoders say, separately for each group', () => {
  const { quick } = counted()
  for (const form of [
    formOf(groupCredential, shareCredentials),
    formOf(other.groupCredential, shareCredentials),
    formOf(groupCredential, shareCredentials),
    formOf('bfgroup1qqqq', [...shareCredentials, 'bfshare1qqqq']),
  ]) {
    expect(assess(quick, form)).toEqual(assess(decoders, form))
  }
})
