import type { GroupPackage, SharePackage } from './group.ts'
import { publicPoint } from './points.ts'

/**
 * The share that a secret is in a group, found by its key, parity and all; undefined when there is
 * none, or the secret is no scalar.
 */
export function shareOf({ members }: GroupPackage, seckey: string): SharePackage | undefined {
  try {
    const pubkey = publicPoint(seckey)
    const member = members.find((each) => each.pubkey === pubkey)
    return member && { idx: member.idx, seckey }
  } catch {
    return undefined
  }
}
