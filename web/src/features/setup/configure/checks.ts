import { isJsonText, keysetName } from '#contract/keysets.ts'
import { GROUP_PREFIX, SHARE_PREFIX } from '#contract/limits.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { GroupPackage, SharePackage } from '#web/lib/credentials.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { type SealedKind, sealedKind } from '#web/lib/sealed-package.ts'
import { joining, configure as texts, validation } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import type { FormValues, TextField } from './form.ts'

/** What a field's text amounts to. */
export type Check =
  | { is: 'empty'; text: string }
  | { is: 'wrong'; text: string }
  /** A package that a password opens, undamaged as far as can be checked without it. */
  | { is: 'sealed'; kind: SealedKind }
  /** Not checked yet: the decoders are still loading. */
  | { is: 'unread' }
  /** `fact`: what it says about itself; null if that could not be read. */
  | { is: 'sound'; fact: string | null }

export interface Checks extends Record<TextField, Check> {
  /** What share and group are together; null unless both are sound. */
  pair: { text: string; npub: string } | null
}

export interface Surroundings {
  /** Keyset names that are taken by others. */
  taken: readonly string[]
  /** The signer's own keyset, which keeps its name. */
  own: string | undefined
  /** null: not loaded yet; undefined: can't be loaded, so only the server checks. */
  decoders: Decoders | null | undefined
}

/** A credential has more characters than this: its prefix and a little more (specification, section 9). */
const LONGER_THAN = 10

/** Checks each field, then whether the share belongs to the group (specification, section 5). */
export function checkForm(
  values: Pick<FormValues, TextField>,
  { taken, own, decoders }: Surroundings,
): Checks {
  const share = checkShare(values.share, decoders)
  const group = checkCredential(values.group, GROUP, decoders)
  const name = checkName(values.name, taken, own)
  if (!decoders || share.value === null || group.value === null) {
    return { name, share: share.check, group: group.check, pair: null }
  }
  const keyset = decoders.keysetOf(group.value, share.value)
  if (!keyset.ok) {
    const text = texts.notOneKeyset(translateMessage(keyset))
    return { name, share: { is: 'wrong', text }, group: group.check, pair: null }
  }
  const { self, outline } = keyset.value
  const pair = {
    text: texts.belong(self.idx, outline.threshold, outline.members.length),
    npub: decoders.npubEncode(decoders.groupKeyOf(group.value)),
  }
  return { name, share: share.check, group: group.check, pair }
}

function checkName(text: string, taken: readonly string[], own: string | undefined): Check {
  const name = keysetName(cleanName(text))
  if (name === '') return { is: 'empty', text: validation.nameRequired }
  const isOwn = own !== undefined && name === keysetName(own)
  if (!isOwn && taken.some((other) => keysetName(other) === name)) {
    return { is: 'wrong', text: validation.nameTaken }
  }
  return { is: 'sound', fact: null }
}

interface Kind<Package> {
  prefix: string
  required: string
  format: string
  decode(
    decoders: Decoders,
    text: string,
  ): { ok: true; value: Package } | { ok: false; error: string }
  fact(value: Package, decoders: Decoders): string
}

const SHARE: Kind<SharePackage> = {
  prefix: SHARE_PREFIX,
  required: validation.shareRequired,
  format: texts.shareFormat,
  decode: ({ readShare }, text) => readShare(text),
  fact: ({ idx }) => texts.ofIndex(idx),
}

const GROUP: Kind<GroupPackage> = {
  prefix: GROUP_PREFIX,
  required: texts.groupRequired,
  format: texts.groupFormat,
  decode: ({ readGroup }, text) => readGroup(text),
  fact: (group, { outlineOf }) => texts.ofMembers(group.threshold, outlineOf(group).members.length),
}

/** A share, or a package that a password turns into one. */
function checkShare(typed: string, decoders: Surroundings['decoders']) {
  const kind = sealedKind(typed)
  if (kind === null) return checkCredential(typed, SHARE, decoders)
  const read = kind === 'igloo-share' ? undefined : decoders?.parsePackage(typed.trim())
  const check: Check =
    read?.ok === false
      ? { is: 'wrong', text: joining.unreadable(translateMessage(read)) }
      : { is: 'sealed', kind }
  return { check, value: null }
}

function checkCredential<Package>(
  typed: string,
  kind: Kind<Package>,
  decoders: Surroundings['decoders'],
): { check: Check; value: Package | null } {
  const text = typed.trim()
  if (text === '') return { check: { is: 'empty', text: kind.required }, value: null }
  const isMeant = text.startsWith(kind.prefix) || isJsonText(text)
  if (!isMeant || text.length <= LONGER_THAN) {
    return { check: { is: 'wrong', text: kind.format }, value: null }
  }
  if (decoders === null) return { check: { is: 'unread' }, value: null }
  if (decoders === undefined) return { check: { is: 'sound', fact: null }, value: null }
  const decoded = kind.decode(decoders, text)
  if (!decoded.ok) return { check: { is: 'wrong', text: translateMessage(decoded) }, value: null }
  return { check: { is: 'sound', fact: kind.fact(decoded.value, decoders) }, value: decoded.value }
}
