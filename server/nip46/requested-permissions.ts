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
import { IRREVERSIBLE_KINDS, includesKind } from '#policy/presets.ts'

type Allowed = Pick<RuleRequest, 'operation' | 'kinds'> & { for: Lasts }

/** The operation of each, and whether it can do harm. */
const NAMED: Readonly<
  Record<PermissionName, readonly [Allowed['operation'], isDangerous: boolean]>
> = {
  nip44_encrypt: ['nip44.encrypt', false],
  nip44_decrypt: ['nip44.decrypt', true],
  nip04_encrypt: ['nip04.encrypt', false],
  nip04_decrypt: ['nip04.decrypt', true],
  sign_event: ['sign', true],
}

/** The permission for an operation: `sign_event` for `sign`, `nip44_decrypt` for `nip44.decrypt`. */
export const permissionFor = (operation: string): string =>
  operation === 'sign' ? 'sign_event' : operation.replace('.', '_')

/** The permissions that an app requests in its link (`perms`), described; unknown ones are left out. */
export const readPermissions = (perms: readonly string[]): Wish[] =>
  perms.flatMap((wish) => {
    const [read, words] = [readPermission(wish), describePermission(wish)]
    return read === null || words === undefined
      ? []
      : [{ wish, words, isDangerous: read.isDangerous }]
  })

/** The rule for a permission; null when it is unknown. Logins are allowed for ten minutes at most. */
export const ruleOfPermission = (permission: string): Allowed | null =>
  readPermission(permission)?.rule ?? null

function readPermission(permission: string): { isDangerous: boolean; rule: Allowed } | null {
  if (isPermissionName(permission)) {
    const [operation, isDangerous] = NAMED[permission]
    return { isDangerous, rule: { operation, for: 'ever' } }
  }
  const kind = kindOfPermission(permission)
  if (kind === undefined) return null
  return {
    isDangerous: describeKind(kind) === undefined || includesKind(IRREVERSIBLE_KINDS, kind),
    rule: { operation: 'sign', kinds: [kind], for: LOGIN_KINDS.has(kind) ? '10m' : 'ever' },
  }
}
