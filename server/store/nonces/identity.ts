import { hkdfSync } from 'node:crypto'
import type { SecretNonce } from '#protocol/v2/frost.ts'
import { createSealer, KEY_BYTES, keyIdOf } from '../sealing.ts'

/** The share that nonces belong to, and its group: 32 bytes each, hex. */
export interface NonceIdentity {
  /** The group's id. */
  gid: string
  /** The share's secret. */
  seckey: string
}

/** A share that joins a group: which one is known once its inviter has answered. */
export type JoiningIdentity = Omit<NonceIdentity, 'gid'> & { gid: null }

const HKDF_INFO = 'floe nonces v1'
const HKDF_INFO_JOINING = 'floe nonces of one that joins v1'

export type NonceSealer = ReturnType<typeof nonceSealer>

/**
 * Seals the secrets of nonces for an identity, each to its place. The key is derived from the share and the group alone
 * (HKDF-SHA-256, RFC 5869).
 */
export function nonceSealer({ gid, seckey }: NonceIdentity | JoiningIdentity) {
  const salt = Buffer.from(gid ?? '', 'hex')
  const info = gid === null ? HKDF_INFO_JOINING : HKDF_INFO
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(seckey, 'hex'), salt, info, KEY_BYTES))
  const sealer = createSealer(key)
  return {
    /** The id of the sealing key. */
    keyId: keyIdOf(key),
    seal: (peer: string, nonce: SecretNonce): Buffer =>
      sealer.sealBytes(bytesOf(nonce), place(peer, nonce.code)),
    /** Throws a StoreError. */
    open: (peer: string, code: string, sealed: Buffer): SecretNonce =>
      nonceOf(code, sealer.openBytes(sealed, place(peer, code))),
  }
}

/** binder_sn 32 | hidden_sn 32 | binder_pn 33 | hidden_pn 33. */
const bytesOf = ({ binder_sn, hidden_sn, binder_pn, hidden_pn }: SecretNonce): Buffer =>
  Buffer.from(binder_sn + hidden_sn + binder_pn + hidden_pn, 'hex')

const nonceOf = (code: string, bytes: Buffer): SecretNonce => ({
  binder_sn: bytes.toString('hex', 0, 32),
  hidden_sn: bytes.toString('hex', 32, 64),
  binder_pn: bytes.toString('hex', 64, 97),
  hidden_pn: bytes.toString('hex', 97, 130),
  code,
})

const place = (peer: string, code: string): string => `own_nonces/${peer}/${code}`
