import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

export interface IglooShareForm {
  password: string
  iterations: number
  /** Whether the key is derived from the password itself; by default from a hash of it. */
  isRaw?: boolean
  /** Bytes to which the salt is filled up with zeros. */
  saltBytes?: number
  ivBytes?: number
}

/** A share as igloo-desktop and igloo-cli save it, in one of the forms that they have used. */
export function saveIglooShare(
  share: string,
  form: IglooShareForm,
  fields: { groupCredential: string } & Record<string, unknown>,
): string {
  const { password, iterations, isRaw = false, saltBytes = 16, ivBytes = 24 } = form
  const salt = randomBytes(16)
  const filled = Buffer.concat([salt, Buffer.alloc(saltBytes - salt.length)])
  const secret = isRaw ? password : createHash('sha256').update(password).digest()
  const key = pbkdf2Sync(secret, filled, iterations, 32, 'sha256')
  const sealed = seal(share, key, randomBytes(ivBytes))
  const saved = {
    id: 'family_share_1',
    share: sealed.toString('base64url'),
    salt: salt.toString('hex'),
  }
  return JSON.stringify({ ...saved, ...fields }, null, 2)
}

/** A share as igloo-web stores it in a browser. */
export function saveIglooVault(content: object, password: string): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const key = pbkdf2Sync(password, salt, 100_000, 32, 'sha256')
  const data = seal(JSON.stringify(content), key, iv).subarray(iv.length)
  const [saltText, ivText, text] = [salt, iv, data].map((bytes) => bytes.toString('base64'))
  return JSON.stringify({ v: 1, salt: saltText, iv: ivText, data: text, createdAt: '2025-12-01' })
}

/** IV | text | tag. */
function seal(text: string, key: Uint8Array, iv: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}
