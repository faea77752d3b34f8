import { expect } from 'vitest'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { verifyBip340 } from '../../support/bip340.ts'
import { newHash } from '../../support/new-hash.ts'
import { until } from '../../support/until.ts'
import type { Floe } from './floe.ts'

/**
 * Has Floe sign a hash that nobody has signed yet, and checks the signature by BIP-340. Another hash follows where
 * there was no signature: a peer on a busy machine may be late.
 */
export async function expectSignature(
  floe: Floe,
  { keyset }: { keyset: Keyset },
  key?: string,
): Promise<void> {
  let hash = ''
  let signature = ''
  await until(
    async () => {
      hash = newHash()
      const { status, body } = await floe.sign(hash, key)
      if (status === 200) ({ signature } = body as { signature: string })
      return status === 200
    },
    { timeout: 60_000, interval: 100, what: 'Floe signs' },
  )
  expect(verifyBip340(signature, hash, keyset.group.group_pk.slice(2))).toBe(true)
}
