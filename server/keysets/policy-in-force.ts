import type { z } from 'zod'
import type { policyAnswer } from '#contract/operations.ts'
import { DENIABLE } from '#contract/rule-terms.ts'
import { xOnly } from '#nostr/x-only.ts'
import { DEFAULT_POLICY, type PeerPolicy } from '#signer/peers/peers.ts'

export type KeyedPolicy = { pubkey: string } & PeerPolicy

/** A peer's policy, and where it was set. */
export type PolicyInForce = Omit<z.infer<typeof policyAnswer>, 'pubkey'>

/**
 * The policies that are set, by x-only key: the environment's, overridden by the saved ones; if a
 * list has several for one peer, the last. A peer without one has the default.
 */
export const policiesInForce = (
  saved: readonly KeyedPolicy[],
  environment: readonly KeyedPolicy[],
): Map<string, Required<PeerPolicy>> =>
  new Map(
    [...environment, ...saved].map(({ pubkey, allowSend, allowReceive, denied = [] }) => [
      xOnly(pubkey),
      { allowSend, allowReceive, denied: [...denied] },
    ]),
  )

/**
 * The policy of one peer, and where it was set.
 *
 * @param xonly the peer's key: 32 bytes, lower-case hex
 */
export function policyInForce(
  xonly: string,
  saved: readonly KeyedPolicy[],
  environment: readonly KeyedPolicy[],
): PolicyInForce {
  const given = policiesInForce(saved, environment).get(xonly)
  const { allowSend, allowReceive, denied = [] } = given ?? DEFAULT_POLICY
  const isSaved = saved.some(({ pubkey }) => xOnly(pubkey) === xonly)
  const source = isSaved ? 'saved' : given ? 'environment' : 'default'
  return { allowSend, allowReceive, denied: [...denied], source }
}

/** What has changed, in words: 'send on, receive.ecdh off'; empty when nothing has. */
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
