import { threadTime } from './holds.ts'
import { rounds } from './long.ts'

const LENGTH = rounds(25_000, 50_000)
/** Milliseconds of computing: what is quadratic takes a quarter of a second and more, of twice the length a second. */
const MUCH = rounds(100, 200)

/** What makes an expression backtrack: one character, or two in turn, and no matching end. */
const PIECES = [
  ...' /\\.:,=-1aA0[{("?&@%+\n\t\0',
  '/a',
  ' ,',
  ':1',
  '..',
  '=a',
  '[]',
  '{}',
  'a=',
  '; ',
  '1 ',
]
const STARTS = [
  '',
  'wss://',
  'wss://a.example/',
  'wss://a.example/?',
  'wss://[',
  'https://a.',
  'basic ',
  'bearer ',
].concat([
  'bfshare1',
  'bfgroup1',
  'bfcred1',
  'bfprofile1',
  'bfonboard1',
  'npub1',
  'nsec1',
  '{"',
  '["',
  '[',
  '{"a":',
])
const ENDS = ['', 'x', '\n', '!', '"']

/** Has a reader read a great many hostile texts. @returns those that took it too long, and how long */
export function slowTexts(read: (text: string) => unknown): string[] {
  const slow: string[] = []
  for (const start of STARTS) {
    for (const piece of PIECES) {
      const middle = piece.repeat(LENGTH / piece.length)
      for (const end of ENDS) {
        const startedAt = threadTime()
        read(start + middle + end)
        const took = Math.round(threadTime() - startedAt)
        if (took > MUCH) slow.push(`${JSON.stringify(`${start}${piece}…${end}`)}: ${took} ms`)
      }
    }
  }
  return slow
}
