import type { GenerationName } from '../contract/generations.ts'
import { isJsonText } from '../contract/json-text.ts'
import { gen2Refusal, node, validation } from '../contract/messages.ts'
import { mod, scalarHex } from '../curve/scalars.ts'
import { fail, ok, type Result } from '../errors.ts'
import { xOnly } from '../nostr/x-only.ts'
import { carryOver } from './carry-over.ts'
import { isMember } from './gen1/compatibility.ts'
import { validateGroup } from './gen1/group.ts'
import type { GroupPackage as Gen1Group, SharePackage as Gen1Share } from './gen1/packages.ts'
import { validateShare } from './gen1/share.ts'
import { groupOfText, shareOfText } from './gen2/credential-text.ts'
import type { GroupPackage as Gen2Group, SharePackage as Gen2Share } from './gen2/group.ts'
import { makesGroupKey } from './gen2/group-key.ts'
import { PACKAGE_PREFIXES, packageGeneration } from './gen2/package-text.ts'
import { publicPoint } from './gen2/points.ts'
import { shareOf } from './gen2/share-of.ts'
import { type GroupPackage, isFirstGroup, isFirstShare, type SharePackage } from './packages.ts'

/** A share with the group that it belongs to, both of one generation. */
export type Credentials =
  | { generation: Extract<GenerationName, '1.x'>; group: Gen1Group; share: Gen1Share }
  | { generation: Extract<GenerationName, '2026'>; group: Gen2Group; share: Gen2Share }

/**
 * Reads a group as a person pasted it; space around it does not count. The error says what is wrong
 * with it, and holds no part of it.
 */
export function readGroup(text: unknown): Result<GroupPackage> {
  if (isPackaged(text)) return fail(validation.packaged)
  if (typeof text !== 'string' || !isJsonText(text)) return validateGroup(text)
  const group = groupOfText(text)
  if (!group.ok || makesGroupKey(group.value)) return group
  return fail(node.decodeGroup(gen2Refusal.groupKeyUnmade))
}

/** The same for a share. */
export function readShare(text: unknown): Result<SharePackage> {
  if (isPackaged(text)) return fail(validation.packaged)
  return typeof text === 'string' && isJsonText(text) ? shareOfText(text) : validateShare(text)
}

/** A share and a group as texts, which must belong together. */
export function readCredentials(texts: { group: unknown; share: unknown }): Result<Credentials> {
  const share = readShare(texts.share)
  if (!share.ok) return share
  const group = readGroup(texts.group)
  return group.ok ? pairOf(group.value, share.value) : group
}

/**
 * A share with its group. When they are of different generations, the one of 1.x is carried over:
 * both are then of 2026, and 1.x, which needs the nonces of both, can't be spoken.
 */
export function pairOf(group: GroupPackage, share: SharePackage): Result<Credentials> {
  if (isFirstGroup(group) && isFirstShare(share)) {
    return isMember(group, share)
      ? ok({ generation: '1.x', group, share })
      : fail(validation.shareNotInGroup)
  }
  const carried = groupIn2026(group)
  if (!carried.ok) return carried
  const own = shareIn2026(carried.value, share)
  return own === undefined
    ? fail(validation.shareNotInGroup)
    : ok({ generation: '2026', group: carried.value, share: own })
}

/** Credentials as the 2026 generation has them; it fails only for a group that does not fit there. */
export function in2026(credentials: Credentials): Result<{ group: Gen2Group; share: Gen2Share }> {
  if (credentials.generation === '2026') return ok(credentials)
  const { group, share } = credentials
  const carried = carryOver(group, [share])
  if (!carried.ok) return carried
  const [own] = carried.value.shares
  return own === undefined
    ? fail(validation.shareNotInGroup)
    : ok({ group: carried.value.group, share: own })
}

/** The group as the 2026 generation has it. */
export function groupIn2026(group: GroupPackage): Result<Gen2Group> {
  if (!isFirstGroup(group)) return ok(group)
  const carried = carryOver(group, [])
  return carried.ok ? ok(carried.value.group) : carried
}

/**
 * A group's share as the 2026 generation has it; undefined when it is none of the group's. One of 1.x
 * may be the negative of what it is here, and says by itself nothing about that.
 */
export function shareIn2026(group: Gen2Group, share: SharePackage): Gen2Share | undefined {
  const { idx, seckey } = share
  const secrets = isFirstShare(share)
    ? [seckey.toLowerCase(), scalarHex(mod(-BigInt(`0x${seckey}`)))]
    : [seckey]
  return secrets.map((secret) => shareOf(group, secret)).find((own) => own?.idx === idx)
}

/** Who a share is on the wire, in either generation: the x-only key of its secret, 32 bytes, hex. */
export const peerKeyOf = ({ seckey }: SharePackage): string => xOnly(publicPoint(seckey))

/** A package that a password opens; what 1.x writes under the same name is none. */
function isPackaged(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const credential = text.trim()
  const prefix = PACKAGE_PREFIXES.find((one) => credential.startsWith(`${one}1`))
  if (prefix === undefined) return false
  return prefix !== 'bfshare' || packageGeneration(credential) === '2026'
}
