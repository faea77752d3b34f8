import { v2Decoding } from '#contract/codes.ts'
import { type RandomBytes, scalarFault } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { hex32, peerKey } from '../fields.ts'
import {
  type OpenPackage,
  openPackage,
  type PackageKey,
  type SealingKey,
  sealPackage,
} from './package-cipher.ts'

/** The content of a bfshare: a share and the relays of its peers. Its index is found in the group. */
export interface ShareCredential {
  /** 32 bytes, hex: a secret. */
  seckey: string
  /** One or more, as written; not checked. */
  relays: string[]
}

/** The content of a bfonboard: a share, and whom to ask for its group. */
export interface OnboardCredential extends ShareCredential {
  /** The inviter's x-only key. */
  inviter: string
}

const SECKEY_CHARS = 64

/** Opens a bfshare. No error holds a part of it. */
export async function openShare(
  credential: string,
  key: PackageKey,
): Promise<Result<ShareCredential>> {
  const opened = await openPackage(credential, 'bfshare', key)
  if (!opened.ok) return opened
  const read = readShare(opened.value.plaintext)
  return read.ok ? ok({ seckey: read.value.seckey, relays: read.value.relays }) : read
}

/** Opens a bfonboard. No error holds a part of it. */
export async function openOnboard(
  credential: string,
  key: PackageKey,
): Promise<Result<OnboardCredential>> {
  const opened = await openPackage(credential, 'bfonboard', key)
  if (!opened.ok) return opened
  const read = readShare(opened.value.plaintext)
  if (!read.ok) return read
  const { seckey, relays, fields } = read.value
  const inviter = peerKey(fields.get('peer_pk'))
  return inviter === undefined ? fail(v2Decoding.inviterKey) : ok({ seckey, relays, inviter })
}

/** The content of a bfshare, to be sealed: a secret. */
export const shareContent = ({ seckey, relays }: ShareCredential): OpenPackage => ({
  prefix: 'bfshare',
  profileId: null,
  plaintext: shareText(seckey, relays),
})

/** Writes a bfonboard. */
export function sealOnboard(
  { seckey, relays, inviter }: OnboardCredential,
  key: SealingKey,
  random?: RandomBytes,
): Promise<string> {
  const plaintext = shareText(seckey, relays, ['peer_pk', inviter])
  return sealPackage({ prefix: 'bfonboard', profileId: null, plaintext }, key, random)
}

/** share, hex | ? | relay=…&relay=… and more fields, form-urlencoded. */
function shareText(seckey: string, relays: readonly string[], ...more: [string, string][]): string {
  const fields = relays.map((relay): [string, string] => ['relay', relay])
  return `${seckey}?${new URLSearchParams([...fields, ...more])}`
}

function readShare(plaintext: string): Result<ShareCredential & { fields: URLSearchParams }> {
  const [secret, query] = [plaintext.slice(0, SECKEY_CHARS), plaintext.slice(SECKEY_CHARS)]
  const seckey = hex32(secret)
  if (seckey === undefined || !query.startsWith('?')) return fail(v2Decoding.plaintextForm)
  if (scalarFault(seckey) !== undefined) return fail(v2Decoding.secretKey)
  const fields = new URLSearchParams(query.slice(1))
  const relays = fields.getAll('relay')
  return relays.length === 0 ? fail(v2Decoding.noRelays) : ok({ seckey, relays, fields })
}
