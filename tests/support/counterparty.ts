import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as theirNip04 from 'nostr-tools/nip04'
import { v2 as theirNip44 } from 'nostr-tools/nip44'
import type { Keyset } from '#protocol/v1/keyset.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const xOnlyOf = (point: string): string => point.slice(2)

/** A counterparty outside the group, with a plain secret key and nostr-tools. */
export function counterparty(keyset: Keyset) {
  const secretKey = Uint8Array.from(randomBytes(32))
  const point = hex(secp256k1.getPublicKey(secretKey))
  const group = xOnlyOf(keyset.group.group_pk)
  const key = theirNip44.utils.getConversationKey(secretKey, group)
  return {
    point,
    pubkey: xOnlyOf(point),
    key,
    nip44: {
      encrypt: (text: string) => theirNip44.encrypt(text, key),
      decrypt: (payload: string) => theirNip44.decrypt(payload, key),
    },
    nip04: {
      encrypt: (text: string) => theirNip04.encrypt(secretKey, group, text),
      decrypt: (payload: string) => theirNip04.decrypt(secretKey, group, payload),
    },
  }
}
