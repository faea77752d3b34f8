import { protocolTexts, v2Decoding, v2Refusal, validation } from '#contract/codes.ts'
import { isJsonText } from '#contract/keysets.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { mod, scalarHex } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { hasBech32mAlphabet } from './bech32m.ts'
import { convertFromV1, hasOddKey, v2Keys } from './convert-v1.ts'
import { parseJson } from './fields.ts'
import { COMBINED_CHARS_MAX, COMBINED_CHARS_MIN, COMBINED_PREFIX } from './limits.ts'
import {
  type GroupOutline,
  type GroupPackage,
  isShareOf,
  isV1Group,
  isV1Share,
  outlineOf,
  type SharePackage,
} from './packages.ts'
import { decodeGroup, validateGroup } from './v1/group.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from './v1/packages.ts'
import { validateShare } from './v1/share.ts'
import {
  groupId,
  makesGroupKey,
  parseGroup,
  parseShare,
  type GroupPackage as V2Group,
  type SharePackage as V2Share,
} from './v2/group.ts'
import { PACKAGE_PREFIXES, packageProtocol } from './v2/package-text.ts'

/** Our identity in a group: our public key in both forms, hex, and our index. */
export interface Self {
  pubkey: string
  xonly: string
  idx: number
}

/** A share and its group in protocol 2026. */
export interface V2Pair {
  group: V2Group
  share: V2Share
}

/** What a signer runs on: a share with its group, decoded and converted. */
export type Keyset = {
  /** See `keysetId`. */
  id: string
  outline: GroupOutline
  self: Self
  /** Fails only for a 1.x group that protocol 2026 can't represent. */
  v2: Result<V2Pair>
  /** The group's key has an odd y in the credentials; protocol 2026 uses the even one. */
  isKeyOdd: boolean
} & (
  | { protocol: Extract<ProtocolName, '1.x'>; group: V1Group; share: V1Share }
  | ({ protocol: Extract<ProtocolName, '2026'> } & V2Pair)
)

/** A share and a group as texts. */
interface CredentialTexts {
  share?: string | undefined
  group?: string | undefined
}

/** The result of reading both texts: the share, the group, and the keyset that they form. Holds secrets. */
export interface Credentials {
  texts: CredentialTexts
  /** Null where there is no text. */
  share: Result<SharePackage> | null
  group: Result<GroupPackage> | null
  /** The share's identity on the wire: an x-only key, 32 bytes, hex; null without a valid share. */
  self: string | null
  /** Null unless both are valid; fails when they don't belong together. */
  keyset: Result<Keyset> | null
}

/** Reads credentials of either protocol. Only this reader parses them. No error holds a part of them. */
export type KeysetReader = ReturnType<typeof createKeysetReader>

/** @param curve the arithmetic to read with */
export function createKeysetReader(curve: Curve) {
  /** Reads a group as a person pasted it; space around it does not count. */
  const readGroup = (text: unknown): Result<GroupPackage> => {
    if (isPackaged(text)) return fail(validation.packaged)
    return typeof text === 'string' && isJsonText(text)
      ? groupOfText(text, curve)
      : validateGroup(text, curve)
  }

  /** Reads a share as a person pasted it; space around it does not count. */
  const readShare = (text: unknown): Result<SharePackage> => {
    if (isPackaged(text)) return fail(validation.packaged)
    return typeof text === 'string' && isJsonText(text) ? shareOfText(text) : validateShare(text)
  }

  /** Converts a group to protocol 2026, if it is of 1.x. */
  const groupInV2 = (group: GroupPackage): Result<V2Group> => {
    if (!isV1Group(group)) return ok(group)
    const converted = convertFromV1(group, [], curve)
    return converted.ok ? ok(converted.value.group) : converted
  }

  /** A 1.x share may be the negative of its 2026 form: only the group shows which. */
  const shareInV2 = (group: V2Group, { idx, ...share }: SharePackage): V2Share | undefined => {
    const seckey = share.seckey.toLowerCase()
    const secrets =
      'binder_sn' in share ? [seckey, scalarHex(mod(-BigInt(`0x${seckey}`)))] : [seckey]
    return secrets
      .map((secret) => ({ idx, seckey: secret }))
      .find((own) => isShareOf(group.members, own, curve))
  }

  /**
   * A share with its group. If one is of 1.x and the other of 2026, the former is converted. The keyset then
   * can't use 1.x, which needs the nonces of both.
   */
  const keysetOf = (group: GroupPackage, share: SharePackage): Result<Keyset> => {
    if (isV1Group(group) && isV1Share(share)) {
      if (!isShareOf(group.commits, share, curve)) return fail(validation.shareNotInGroup)
      return ok({
        ...factsOf(group, share),
        ...{ protocol: '1.x', group, share },
        v2: convertedPair(group, share),
        isKeyOdd: hasOddKey(group),
      })
    }
    const converted = groupInV2(group)
    if (!converted.ok) return converted
    const own = shareInV2(converted.value, share)
    if (own === undefined) return fail(validation.shareNotInGroup)
    const pair = { group: converted.value, share: own }
    return ok({
      ...factsOf(pair.group, own),
      ...{ protocol: '2026', ...pair },
      v2: ok(pair),
      isKeyOdd: false,
    })
  }

  const convertedPair = (group: V1Group, share: V1Share): Result<V2Pair> => {
    const converted = convertFromV1(group, [share], curve)
    if (!converted.ok) return converted
    const [own] = converted.value.shares
    return own ? ok({ group: converted.value.group, share: own }) : fail(validation.shareNotInGroup)
  }

  /** @param before the last result, which is reused where the texts are the same */
  const readCredentials = (texts: CredentialTexts, before?: Credentials): Credentials => {
    const isSameShare = texts.share === before?.texts.share
    const isSameGroup = texts.group === before?.texts.group
    if (before && isSameShare && isSameGroup) return before
    const read = <T>(text: string | undefined, by: (text: string) => T) =>
      text === undefined ? null : by(text)
    const share = before && isSameShare ? before.share : read(texts.share, readShare)
    const group = before && isSameGroup ? before.group : read(texts.group, readGroup)
    const keyset = share?.ok && group?.ok ? keysetOf(group.value, share.value) : null
    const self = share?.ok ? xOnly(curve.publicPoint(share.value.seckey)) : null
    return { texts, share, group, self, keyset }
  }

  return {
    readGroup,
    readShare,
    /** A group without space around it; an error gives the decoder's reason, not what to check. */
    decodeGroup: (text: string): Result<GroupPackage> =>
      isJsonText(text) ? groupOfText(text, curve) : decodeGroup(text, curve),
    keysetOf,
    groupInV2,
    readCredentials,
  }
}

function factsOf(group: GroupPackage, { idx }: SharePackage) {
  const outline = outlineOf(group)
  const pubkey = outline.members.find((member) => member.idx === idx)?.pubkey ?? ''
  return { id: keysetId(group), outline, self: { pubkey, xonly: xOnly(pubkey), idx } }
}

/** Whether a text is a package that a password opens. A 1.x share is not, though its prefix is the same. */
function isPackaged(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const credential = text.trim()
  const prefix = PACKAGE_PREFIXES.find((one) => credential.startsWith(`${one}1`))
  if (prefix === undefined) return false
  return prefix !== 'bfshare' || packageProtocol(credential) === '2026'
}

/**
 * Checks a combined credential (`bfcred1…`) by prefix, length and alphabet, and returns it without
 * the space around it. 1.x defines no layout for its content.
 */
export function validateCombined(text: unknown): Result<string> {
  const credential = typeof text === 'string' ? text.trim() : ''
  if (credential === '') return fail(validation.combinedRequired)
  if (!credential.startsWith(COMBINED_PREFIX)) return fail(validation.combinedPrefix)
  if (credential.length < COMBINED_CHARS_MIN)
    return fail(validation.combinedTooShort(COMBINED_CHARS_MIN))
  if (credential.length > COMBINED_CHARS_MAX)
    return fail(validation.combinedTooLong(COMBINED_CHARS_MAX))
  if (!hasBech32mAlphabet(credential, COMBINED_PREFIX)) return fail(validation.combinedBech32m)
  return ok(credential)
}

/**
 * A keyset's permanent id, 32 bytes, hex, not secret: the id of its group in protocol 2026 (`groupId`).
 * A 1.x group is converted for this, so it keeps its id when its keyset is converted, even if protocol
 * 2026 can't represent it (an index too high, a threshold of 1).
 *
 * Name, relays, 1.x nonces and the order of the members are not part of it; neither is our own share:
 * every device of a group has the same id. Dealing the key again makes another keyset.
 */
export const keysetId = (group: GroupPackage): string =>
  groupId(isV1Group(group) ? v2Keys(group) : group)

/** Reads a group written as JSON, whose members' keys must make its key. No error holds a part of it. */
function groupOfText(text: string, curve: Curve): Result<V2Group> {
  const read = parseJson(text)
  const group = read === undefined ? fail(v2Decoding.notJson) : parseGroup(read, curve)
  if (!group.ok) return fail(protocolTexts.decodeGroup(group))
  return makesGroupKey(group.value, curve)
    ? group
    : fail(protocolTexts.decodeGroup(v2Refusal.groupKeyUnmade))
}

/**
 * Reads a share written as JSON. A 1.x share in this form is refused: it would lose its nonces, and
 * have the wrong sign half of the time.
 */
function shareOfText(text: string): Result<V2Share> {
  const share = readShareJson(parseJson(text))
  return share.ok ? share : fail(protocolTexts.decodeShare(share))
}

function readShareJson(read: unknown): Result<V2Share> {
  if (read === undefined) return fail(v2Decoding.notJson)
  const isOfV1 = typeof read === 'object' && read !== null && 'binder_sn' in read
  return isOfV1 ? fail(v2Decoding.firstGeneration) : parseShare(read)
}
