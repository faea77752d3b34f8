import { http } from '#contract/codes.ts'
import { groupAnswer, type IglooPolicy, iglooPolicies } from '#contract/igloo.ts'
import { errorAnswer } from '#contract/refusal.ts'
import type { PolicyInForce } from '#keysets/peer-policies.ts'
import { xOnly } from '#nostr/x-only.ts'
import { type Api, route } from '../route.ts'
import { KEY } from '../samples.ts'

/** igloo-server's calls about the group and its peers, and the form that it gives their policies. */
export const iglooPeerRoutes = {
  group: route({
    method: 'get',
    path: '/api/peers/group',
    scope: 'read',
    example: { answer: { pubkey: KEY, threshold: 3, totalShares: 5 } },
    summary: "Get the group's public key, its threshold, and how many shares it has",
    answers: { 200: groupAnswer, 400: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const { group } = keyset.supervisor
      if (!group?.ok) return request.json(http.noGroupCredential, 400)
      const { pubkey, threshold, members } = group.value
      return request.json({ pubkey: xOnly(pubkey), threshold, totalShares: members.length })
    },
  }),

  policies: route({
    method: 'get',
    path: '/api/peers/policies',
    scope: 'admin',
    summary: "List the peers' policies that are set, in igloo-server's form",
    description: 'Also listed: peers that have a name.',
    answers: { 200: iglooPolicies, 400: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const { group, peerManager } = keyset.supervisor
      if (!group?.ok) return request.json(http.noGroupCredential, 400)
      const policies = peerManager
        .view()
        .peers.map((peer) => iglooPolicyOf(keyset, peer, keyset.policies.now(peer.pubkey)))
        .filter(({ hasExplicitPolicy, label }) => hasExplicitPolicy || label !== null)
      return request.json({ policies })
    },
  }),
}

const SOURCES = { saved: 'runtime', environment: 'config', default: null } as const

/** A peer's policy in the form of igloo-server. */
export function iglooPolicyOf(
  { policy }: Api['keyset'],
  { pubkey, status }: Pick<IglooPolicy, 'pubkey' | 'status'>,
  { allowSend, allowReceive, source }: PolicyInForce,
): IglooPolicy {
  const isSet = source !== 'default'
  const normalizedPubkey = xOnly(pubkey)
  return {
    pubkey,
    normalizedPubkey,
    allowSend: isSet ? allowSend : null,
    allowReceive: isSet ? allowReceive : null,
    status,
    label: policy.ruleSet.nameOf({ door: 'peer', id: normalizedPubkey }) ?? null,
    note: null,
    source: SOURCES[source],
    lastUpdated: null,
    effectiveSend: allowSend,
    effectiveReceive: allowReceive,
    hasExplicitPolicy: isSet,
  }
}
