import { createHmac, hkdfSync } from 'node:crypto'
import { KEY_BYTES } from './sealing.ts'

const HKDF_INFO = 'floe fingerprint v1'

/**
 * Fingerprints of secrets (HMAC-SHA-256, base64url) that tell after a restart whether a secret
 * is still the same. Their key is one of their own, derived from the sealing key (HKDF, RFC 5869), so
 * that the database alone does not let anyone try passwords against them.
 */
export function createFingerprint(sealingKey: Uint8Array): (...parts: string[]) => string {
  const key = Buffer.from(hkdfSync('sha256', sealingKey, '', HKDF_INFO, KEY_BYTES))
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
