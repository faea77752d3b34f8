import { expect, test } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { mistype } from '#tests/support/credentials.ts'
import { pastedCredentials } from './pasted-credentials.ts'

const { groupCredential: group, shareCredentials } = generateKeyset({
  threshold: 2,
  totalMembers: 3,
})
const [one = '', two = '', three = ''] = shareCredentials

/** As mail programs break long lines. */
const wrapped = (text: string, width: number) =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\r\n  ') ?? ''

test.each([
  ['one a line', `${one}\n${two}\r\n${three}\n`, [one, two, three]],
  ['one after another', `  ${one} ${two}\t`, [one, two]],
  ['a list with labels', `Share 1: ${one}\n- share 2 (mine): ${two};`, [one, two]],
  ['JSON', JSON.stringify([one, two]), [one, two]],
  ['a single one', one, [one]],
  ['one with a mistake', `${one}\n${mistype(two, 30)}`, [one, mistype(two, 30)]],
  ['lines that were broken', `${wrapped(one, 76)}\nShare 2\n${wrapped(two, 64)}`, [one, two]],
])('shares are found in a text: %s', (_, text, shares) => {
  expect(pastedCredentials(text)).toEqual({ shares })
})

test('A group credential is told from the shares around it', () => {
  expect(pastedCredentials(`${one}\ngroup: ${group}\n${two}`)).toEqual({
    group,
    shares: [one, two],
  })
})

test.each([64, 72, 76, 78])('A group credential is found on lines of %s characters', (width) => {
  const text = `${wrapped(group, width)}\nmine: ${one}`
  expect(pastedCredentials(text)).toEqual({ group, shares: [one] })
})

test('A long word that is not a credential is kept among the shares, so that it is seen', () => {
  const cut = two.slice(3)
  expect(pastedCredentials(`${one}\n${cut}`)).toEqual({ shares: [one, cut] })
})

test.each(['', 'bfshare', 'nothing of the kind', two.slice(3)])(
  'There are no credentials in %j',
  (text) => {
    expect(pastedCredentials(text)).toBeNull()
  },
)
