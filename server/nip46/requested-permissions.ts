import type { Wish } from '#contract/apps.ts'
import {
  describeKind,
  describePermission,
  isPermissionName,
  kindOfPermission,
  type PermissionName,
} from '#contract/describe-kind.ts'
import { LOGIN_KINDS } from '#contract/rule-terms.ts'
import type { Lasts, RuleRequest } from '#contract/rules.ts'
import { IRREVERSIBLE_KINDS, includesKind } from '#policy/kinds.ts'

type Allowed = Pick<RuleRequest, 'operation' | 'kinds'> & { for: Lasts }

/** What each comes to, and whether it can do harm. */
const NAMED: Readonly<
  Record<PermissionName, readonly [Allowed['operation'], isDangerous: boolean]>
> = {
  nip44_encrypt: ['nip44.encrypt', false],
  nip44_decrypt: ['nip44.decrypt', true],
  nip04_encrypt: ['nip04.encrypt', false],
  nip04_decrypt: ['nip04.decrypt', true],
  sign_event: ['sign', true],
}

/** What an app wishes in its link (`perms`), in words; what needs no leave, or is unknown, is left out. */
export const readWishes = (perms: readonly string[]): Wish[] =>
  perms.flatMap((wish) => {
    const [read, words] = [readWish(wish), describePermission(wish)]
    return read === null || words === undefined
      ? []
      : [{ wish, words, isDangerous: read.isDangerous }]
  })

/** The rule that a wish comes to; null when it is none. Logins are remembered for ten minutes at most. */
export const ruleOfWish = (wish: string): Allowed | null => readWish(wish)?.rule ?? null

function readWish(wish: string): { isDangerous: boolean; rule: Allowed } | null {
  if (isPermissionName(wish)) {
    const [operation, isDangerous] = NAMED[wish]
    return { isDangerous, rule: { operation, for: 'ever' } }
  }
  const kind = kindOfPermission(wish)
  if (kind === undefined) return null
  return {
    isDangerous: describeKind(kind) === undefined || includesKind(IRREVERSIBLE_KINDS, kind),
    rule: { operation: 'sign', kinds: [kind], for: LOGIN_KINDS.has(kind) ? '10m' : 'ever' },
  }
}
