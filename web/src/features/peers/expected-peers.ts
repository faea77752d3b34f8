import { isJsonText } from '../../../../server/contract/json-text.ts'
import {
  COMMIT_BYTES,
  GROUP_BASE_BYTES,
  GROUP_PREFIX,
  MAX_COMMITS,
} from '../../../../server/contract/limits.ts'

/** Bech32m: the prefix, a separator and a checksum of six around characters of five bits. */
const CHARS_AROUND = GROUP_PREFIX.length + 1 + 6

/** As in the smallest group that can lose a member. */
const USUAL = 2

/**
 * How many peers a group credential names, told by its length or its keys alone: for the places of rows that
 * are still on their way, which are not worth the decoder.
 */
export function expectedPeers(groupCredential = ''): number {
  if (isJsonText(groupCredential)) {
    return Math.max(1, groupCredential.split('"pubkey"').length - 2)
  }
  const bytes = Math.floor(((groupCredential.length - CHARS_AROUND) * 5) / 8)
  const members = (bytes - GROUP_BASE_BYTES) / COMMIT_BYTES
  return Number.isInteger(members) && members > 1 && members <= MAX_COMMITS ? members - 1 : USUAL
}
