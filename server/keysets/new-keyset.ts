import type { KeysetAnswer, KeysetRequest } from '../contract/credentials.ts'
import { ok, type Result } from '../errors.ts'
import { generateKeyset } from '../frostr/gen1/keyset.ts'
import { validateKeysetParameters } from '../frostr/keyset-parameters.ts'
import { parseSecretKey } from '../nostr/keys.ts'

/** Makes a 1.x keyset from a secret key or a fresh one. Nothing of it is kept. */
export function makeKeyset({
  threshold,
  totalMembers,
  secretKey,
}: KeysetRequest): Result<KeysetAnswer> {
  const parameters = validateKeysetParameters({ threshold, totalMembers })
  if (!parameters.ok) return parameters
  const key = secretKey === undefined ? undefined : parseSecretKey(secretKey)
  if (key?.ok === false) return key
  const { groupCredential, shareCredentials } = generateKeyset({
    threshold,
    totalMembers,
    ...(key === undefined ? {} : { secretKey: key.value }),
  })
  return ok({ groupCredential, shareCredentials })
}
