import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * What a device signs to show that it can: SHA-256( "floe/proof/v1" | 0 | group_pk 32 | member 32 |
 * milliseconds, decimal ), hex. A signature of it is of no use to anybody: what is signed elsewhere (an
 * event of nostr, which begins with "[", a tagged hash of Bitcoin's) never has such a preimage.
 *
 * @param at when its share was handed out: the same proof is asked for until it is there
 */
export const proofHash = (groupPk: string, member: string, at: number): string =>
  bytesToHex(
    sha256(
      concatBytes(
        utf8ToBytes('floe/proof/v1\0'),
        hexToBytes(groupPk),
        hexToBytes(member),
        utf8ToBytes(String(at)),
      ),
    ),
  )
