import { expect } from 'vitest'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { verifyBip340 } from '../../support/bip340.ts'
import { newHash } from '../../support/new-hash.ts'
import { until } from '../../support/until.ts'
import type { Floe } from './floe.ts'

/** Has Floe sign a hash that nobody has signed yet, and checks the signature by BIP-340. */
export async function expectSignature(
  floe: Floe,
  { keyset }: { keyset: Keyset },
  key?: string,
): Promise<void> {
  const hash = newHash()
  const { status, text, body } = await floe.sign(hash, key)
  expect([status, text]).toEqual([200, expect.any(String)])
  const { signature } = body as { signature: string }
  expect(verifyBip340(signature, hash, keyset.group.group_pk.slice(2))).toBe(true)
}

/** Has Floe sign until it succeeds, and then once more to check the signature. */
export async function untilItSigns(
  floe: Floe,
  group: { keyset: Keyset },
  timeout = 60_000,
): Promise<void> {
  await until(async () => (await floe.sign(newHash())).status === 200, {
    timeout,
    interval: 100,
    what: 'Floe signs',
  })
  await expectSignature(floe, group)
}
