import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeTrie } from 'cspell-trie-lib'
import { expect, test } from 'vitest'
import { documents, prose, ROOT } from './documents.ts'

const DICTIONARY = 'node_modules/@cspell/dict-en-gb-mit/en_GB.trie.gz'
const OURS = 'scripts/documents/words.txt'

const english = decodeTrie(gunzipSync(readFileSync(join(ROOT, DICTIONARY))))
const ours = readFileSync(join(ROOT, OURS), 'utf8').split('\n').filter(Boolean)

/** Code, addresses, targets of links, and tags: no English. */
const NO_WORDS = /`[^`]*`|\]\([^)]*\)|https?:\/\/\S+|<[^>]+>|[\w.-]+\.(?:md|yaml|xml|service)\b/g

/** The words of a text, without a possessive 's; those with a digit in them are names. */
const wordsOf = (text: string): string[] =>
  [
    ...text
      .replaceAll(NO_WORDS, ' ')
      .replaceAll('’', "'")
      .matchAll(/(?<![\p{L}\d_])\p{L}[\p{L}']{2,}(?![\p{L}\d_'])/gu),
  ].map(([word]) => word.replace(/'s?$/, ''))

const isEnglish = (word: string): boolean =>
  english.hasWord(word, true) || english.hasWord(word.toLowerCase(), true)
const isKnown = (word: string): boolean =>
  isEnglish(word) || ours.includes(word) || ours.includes(word.toLowerCase())

test.each(documents)('%s is spelt as the dictionary has it', (document) => {
  expect(wordsOf(prose(document)).filter((word) => !isKnown(word))).toEqual([])
})

test(`${OURS} is in order, and has only what a document uses`, () => {
  const used = new Set(
    documents
      .flatMap((document) => wordsOf(prose(document)))
      .flatMap((word) => [word, word.toLowerCase()]),
  )
  const order = new Intl.Collator('en')
  expect(ours).toEqual([...new Set(ours)].sort(order.compare))
  expect(ours.filter((word) => !used.has(word) || isEnglish(word))).toEqual([])
})
