import { jsonObject } from './json-object.ts'

/**
 * A share as igloo-desktop and igloo-cli save it to a file: JSON with the share, encrypted with a password,
 * and the group in clear.
 */
export interface SavedShare {
  /** base64url of IV and AES-256-GCM text. */
  share: string
  /** Hex. */
  salt: string
  groupCredential: string
  name?: unknown
  keysetName?: unknown
  version?: unknown
  metadata?: unknown
  policy?: unknown
}

/** A share as igloo-web keeps it in a browser (`igloo.vault`): all of it encrypted, in base64. */
export interface Vault {
  v: unknown
  salt: string
  iv: string
  data: string
}

/** Reads a text as either of the two; null: it is neither. */
export function readIglooShare(text: string): SavedShare | Vault | null {
  const value: Partial<SavedShare & Vault> | null = jsonObject(text)
  const hasTexts = (...names: (keyof (SavedShare & Vault))[]) =>
    names.every((name) => typeof value?.[name] === 'string')
  if (hasTexts('share', 'salt', 'groupCredential')) return value as SavedShare
  return hasTexts('salt', 'iv', 'data') && value?.v !== undefined ? (value as Vault) : null
}
