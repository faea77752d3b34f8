import type { Wish } from '../contract/apps.ts'
import { kindWords } from '../contract/kind-words.ts'
import { LOGIN_KINDS } from '../contract/rule-terms.ts'
import type { Lasts, RuleRequest } from '../contract/rules.ts'
import { IRREVERSIBLE_KINDS, includesKind } from '../rules/kinds.ts'

type Allowed = Pick<RuleRequest, 'operation' | 'kinds'> & { for: Lasts }

const CIPHERS = {
  nip44_encrypt: ['nip44.encrypt', 'encrypt messages', false],
  nip44_decrypt: ['nip44.decrypt', 'read every message that was sent to you', true],
  nip04_encrypt: ['nip04.encrypt', 'encrypt messages in the older cipher', false],
  nip04_decrypt: [
    'nip04.decrypt',
    'read every message that was sent to you in the older cipher',
    true,
  ],
} as const

/** What an app wishes in its link (`perms`), in words; what needs no leave, or is unknown, is left out. */
export const readWishes = (perms: readonly string[]): Wish[] =>
  perms.flatMap((wish) => {
    const read = readWish(wish)
    return read === null ? [] : [{ wish, words: read.words, isDangerous: read.isDangerous }]
  })

/** The rule that a wish comes to; null when it is none. Logins are remembered for ten minutes at most. */
export const ruleOfWish = (wish: string): Allowed | null => readWish(wish)?.rule ?? null

function readWish(wish: string): { words: string; isDangerous: boolean; rule: Allowed } | null {
  const cipher = Object.hasOwn(CIPHERS, wish) ? CIPHERS[wish as keyof typeof CIPHERS] : undefined
  if (cipher !== undefined) {
    const [operation, words, isDangerous] = cipher
    return { words, isDangerous, rule: { operation, for: 'ever' } }
  }
  if (wish === 'sign_event') {
    const rule = { operation: 'sign', for: 'ever' } as const
    return { words: 'sign everything, of any kind', isDangerous: true, rule }
  }
  const [, digits] = /^sign_event:(\d{1,5})$/.exec(wish) ?? []
  const kind = Number(digits)
  if (digits === undefined || kind > 65_535) return null
  const known = kindWords(kind)
  return {
    words: known?.deed ?? `sign events of kind ${kind}, which is unknown`,
    isDangerous: known === undefined || includesKind(IRREVERSIBLE_KINDS, kind),
    rule: { operation: 'sign', kinds: [kind], for: LOGIN_KINDS.has(kind) ? '10m' : 'ever' },
  }
}
