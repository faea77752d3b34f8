import type { z } from 'zod'
import { DENIABLE } from '../contract/deniable.ts'
import type { policyAnswer } from '../contract/operations.ts'
import { DEFAULT_POLICY, type PeerPolicy } from '../node/peers.ts'
import { xOnly } from '../nostr/x-only.ts'

export type KeyedPolicy = { pubkey: string } & PeerPolicy

/** A peer's policy, and who says so. */
export type PolicyInForce = Omit<z.infer<typeof policyAnswer>, 'pubkey'>

/**
 * The policy of one peer: the saved one, else the environment's (the last of several), else the
 * default.
 *
 * @param xonly the peer's key: 32 bytes, lower-case hex
 */
export function policyInForce(
  xonly: string,
  saved: readonly KeyedPolicy[],
  environment: readonly KeyedPolicy[],
): PolicyInForce {
  const find = (policies: readonly KeyedPolicy[]) =>
    policies.findLast(({ pubkey }) => xOnly(pubkey) === xonly)
  const own = find(saved)
  const given = own ?? find(environment)
  const { allowSend, allowReceive, denied = [] } = given ?? DEFAULT_POLICY
  const source = own ? 'saved' : given ? 'environment' : 'default'
  return { allowSend, allowReceive, denied: [...denied], source }
}

/** In words, what is another now: 'send on, receive.ecdh off'; empty when nothing is. */
export function describeChange(before: PeerPolicy, after: PeerPolicy): string {
  const words: string[] = []
  if (before.allowSend !== after.allowSend) words.push(`send ${onOff(after.allowSend)}`)
  if (before.allowReceive !== after.allowReceive) words.push(`receive ${onOff(after.allowReceive)}`)
  for (const what of DENIABLE) {
    const isDenied = after.denied?.includes(what) === true
    if ((before.denied?.includes(what) === true) !== isDenied)
      words.push(`${what} ${onOff(!isDenied)}`)
  }
  return words.join(', ')
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')
