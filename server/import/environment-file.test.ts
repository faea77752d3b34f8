import { expect, test } from 'vitest'
import { readEnvironment, readHeadless } from './environment-file.ts'

test('reads variables as they are written in the wild', () => {
  const text = `# a comment
PLAIN=value
SPACED = value # and why
HASH=a#b
export QUOTED="two words # kept"
ESCAPED="a \\"b\\""
SINGLE='a "b" \\n'
JSON=["wss://one.example","wss://two.example"]
LINES='[
  {"pubkey":"ab"}
]'
EMPTY=
EMPTY_QUOTED=""
TWICE=one
TWICE=two\r
not a variable
`
  expect(Object.fromEntries(readEnvironment(text))).toEqual({
    ...{ PLAIN: 'value', SPACED: 'value', HASH: 'a#b', QUOTED: 'two words # kept' },
    ...{ ESCAPED: 'a "b"', SINGLE: 'a "b" \\n', EMPTY: '', EMPTY_QUOTED: '', TWICE: 'two' },
    JSON: '["wss://one.example","wss://two.example"]',
    LINES: '[\n  {"pubkey":"ab"}\n]',
  })
})

test('policies that were set while it ran override those of its environment', () => {
  const [one, two, three] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32))
  const given = [
    { pubkey: one?.toUpperCase(), allowSend: false, label: 'Phone' },
    { pubkey: two, allowReceive: false },
  ]
  const set = [
    { pubkey: one, allowSend: null, allowReceive: false, note: 'in the hall' },
    { pubkey: three, allowSend: false },
    'nothing',
    { allowSend: false },
  ]
  const environment = `SHARE_CRED=a\nGROUP_CRED=b\nPEER_POLICIES='${JSON.stringify(given)}'\n`

  const { policies } = readHeadless(environment, JSON.stringify(set))

  expect(policies).toEqual([
    { pubkey: one, allowSend: false, allowReceive: false, label: 'Phone', note: 'in the hall' },
    { pubkey: two, allowSend: undefined, allowReceive: false, label: '', note: '' },
    { pubkey: three, allowSend: false, allowReceive: undefined, label: '', note: '' },
  ])
})
