import { createDecipheriv } from 'node:crypto'
import { packages as texts, validation } from '#contract/codes.ts'
import type { PoliciesGiven } from '#contract/env.ts'
import { readIglooShare, type SavedShare, type Vault } from '#contract/igloo-share.ts'
import { jsonObject } from '#contract/json-object.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import type { OpenPackageRequest, PackageAnswer } from '#contract/packages.ts'
import { cleanName } from '#contract/plain-text.ts'
import { type RelayHosts, usableRelays } from '#contract/relay-url.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import type { OpenPackageOptions } from '#keysets/packages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { parseXOnly, xOnly } from '#nostr/x-only.ts'
import type { Keyset, KeysetReader } from '#protocol/keyset.ts'
import type { PackageKey } from '#protocol/v2/package-cipher.ts'
import { recordOf, textsOf } from './installation.ts'
import {
  IGLOO_ITERATIONS,
  IGLOO_ITERATIONS_MAX,
  IGLOO_VAULT_ITERATIONS,
  KEY_BYTES,
  TAG_BYTES,
} from './limits.ts'

/** Today's length, and that of an older igloo-cli. */
const IV_LENGTHS = [24, 12] as const
/** The newest known version of the format. */
const VERSION = 1

type Opened = Extract<PackageAnswer, { type: 'igloo-share' }>

/**
 * Opens a share that igloo-desktop, igloo-cli or igloo-web has saved. No error contains a part of it.
 *
 * @param request.package a text that `readIglooShare` can read
 */
export async function openIglooShare(
  { package: text, password }: Pick<OpenPackageRequest, 'package' | 'password'>,
  { deriveKey, reader, relayHosts }: Omit<OpenPackageOptions, 'find'>,
): Promise<Result<Opened>> {
  const saved = readIglooShare(text)
  if (saved === null) return fail(texts.unreadable('it is no saved share'))
  const version = 'v' in saved ? saved.v : saved.version
  if (Number(version ?? VERSION) > VERSION) return fail(texts.unreadable('its version is newer'))
  const key = { password, deriveKey }
  return 'data' in saved ? openVault(saved, key, reader, relayHosts) : openSaved(saved, key, reader)
}

/**
 * PBKDF2-HMAC-SHA-256, then AES-256-GCM. The parameters changed over the years and are not always saved, so
 * all are tried: the iterations, a hashed or a plain password, and a salt with or without zero padding.
 */
async function openSaved(
  saved: SavedShare,
  { password, deriveKey }: PackageKey,
  reader: KeysetReader,
): Promise<Result<Opened>> {
  const salt = Buffer.from(saved.salt, 'hex')
  const sealed = Buffer.from(saved.share, 'base64url')
  const filled = Buffer.concat([salt, Buffer.alloc(Math.max(0, KEY_BYTES - salt.length))])
  const salts = filled.length === salt.length ? [salt] : [filled, salt]
  const bytes = Buffer.from(password)
  for (const secret of [sha256(bytes), bytes]) {
    for (const iterations of iterationsOf(saved)) {
      for (const variant of salts) {
        const key = await deriveKey(secret, variant, { name: 'pbkdf2', iterations }, KEY_BYTES)
        const share = IV_LENGTHS.map((iv) => decrypt(sealed, key, iv)).find((one) => one !== null)
        if (share === undefined || share === null) continue
        const { groupCredential: group, name, keysetName, policy } = saved
        const title = textOf(keysetName) ?? textOf(name)?.replace(/ share \d+$/, '')
        return answerOf({ share, group, name: title, relays: [], policy }, reader)
      }
    }
  }
  return fail(texts.wrongPassword)
}

/** The iterations to try, the most likely first. */
function iterationsOf({ version, metadata }: SavedShare): number[] {
  const { pbkdf2Iterations: saved } = recordOf(metadata)
  const isSane =
    Number.isInteger(saved) && Number(saved) > 0 && Number(saved) <= IGLOO_ITERATIONS_MAX
  const usual = version === undefined ? IGLOO_ITERATIONS.toReversed() : IGLOO_ITERATIONS
  return [...new Set([...(isSane ? [Number(saved)] : []), ...usual])]
}

async function openVault(
  vault: Vault,
  { password, deriveKey }: PackageKey,
  reader: KeysetReader,
  hosts: RelayHosts | undefined,
): Promise<Result<Opened>> {
  const [salt, iv, data] = [vault.salt, vault.iv, vault.data].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer]
  const kdf = { name: 'pbkdf2', iterations: IGLOO_VAULT_ITERATIONS } as const
  const key = await deriveKey(Buffer.from(password), salt, kdf, KEY_BYTES)
  const text = decrypt(Buffer.concat([iv, data]), key, iv.length)
  if (text === null) return fail(texts.wrongPassword)
  const { share, group, relays, keysetName } = jsonObject(text) ?? {}
  const given = { share: textOf(share) ?? '', group: textOf(group) ?? '' }
  const usable = usableRelays(textsOf(relays), hosts)
  return answerOf({ ...given, name: textOf(keysetName), relays: usable, policy: null }, reader)
}

interface Content {
  share: string
  group: string
  name: string | undefined
  /** Those that can be saved. */
  relays: string[]
  policy: unknown
}

function answerOf(content: Content, reader: KeysetReader): Result<Opened> {
  const { share, group, name = '', relays, policy } = content
  const credentials = reader.readCredentials({ share: share.trim(), group: group.trim() })
  if (credentials.share?.ok === false) return credentials.share
  if (credentials.group?.ok === false) return credentials.group
  const { keyset } = credentials
  if (keyset === null) return fail(validation.shareNotInGroup)
  if (!keyset.ok) return keyset
  return ok({
    type: 'igloo-share',
    shareCredential: share.trim(),
    groupCredential: group.trim(),
    name: cleanName(name).slice(0, KEYSET_NAME_CHARS_MAX),
    relays,
    policies: policiesOf(policy, keyset.value),
  })
}

/** The policies of peers to which it denies something. Others are allowed everything here anyway. */
function policiesOf(policy: unknown, { outline, self }: Keyset): PoliciesGiven {
  const { defaults, peers } = recordOf(policy)
  const own = new Map(
    Object.entries(recordOf(peers)).map(([pubkey, set]) => [parseXOnly(pubkey), recordOf(set)]),
  )
  const isDenied = (pubkey: string, what: 'allowSend' | 'allowReceive'): boolean => {
    const set = own.get(xOnly(pubkey))?.[what]
    return (typeof set === 'boolean' ? set : recordOf(defaults)[what]) === false
  }
  return outline.members.flatMap(({ pubkey }) => {
    if (xOnly(pubkey) === self.xonly) return []
    const allowSend = !isDenied(pubkey, 'allowSend')
    const allowReceive = !isDenied(pubkey, 'allowReceive')
    return allowSend && allowReceive ? [] : [{ pubkey, allowSend, allowReceive }]
  })
}

/**
 * Layout: IV | AES-256-GCM ciphertext | tag 16. Null: wrong key, or changed.
 *
 * @param ivBytes the length of the IV
 */
export function decrypt(sealed: Buffer, key: Uint8Array, ivBytes: number): string | null {
  const end = sealed.length - TAG_BYTES
  if (ivBytes === 0 || end < ivBytes) return null
  try {
    const iv = sealed.subarray(0, ivBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(end))
    const opened = [decipher.update(sealed.subarray(ivBytes, end)), decipher.final()]
    return Buffer.concat(opened).toString()
  } catch {
    return null
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
