import { messageOf } from '#contract/message.ts'
import * as operations from '#contract/operations.ts'
import { nameAnswer } from '#contract/peers.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { nameRequest } from '#contract/rules.ts'
import type { Call } from '#http/route.ts'
import { type FoundPeer, findPeer } from '#keysets/callers.ts'
import type { PolicyInForce } from '#keysets/peer-policies.ts'
import { iglooPolicyOf } from './igloo/peers.ts'
import { type Api, route } from './route.ts'
import { DEVICE } from './samples.ts'

const PEER_KEY = 'The public key of the peer: 32 or 33 bytes, hex'

/** What each peer may do, and what it is called. */
export const policyRoutes = {
  policy: route({
    method: 'get',
    path: '/api/peers/:pubkey/policy',
    params: { pubkey: PEER_KEY },
    scope: 'admin',
    example: { params: { pubkey: DEVICE } },
    summary: "Get a peer's policy: what it may do",
    answers: { 200: operations.peerPolicyAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      withPeer(call, keyset, ({ pubkey }) => viewOf(keyset, pubkey, keyset.policies.now(pubkey))),
  }),

  setPolicy: route({
    method: 'put',
    path: '/api/peers/:pubkey/policy',
    params: { pubkey: PEER_KEY },
    scope: 'admin',
    confirm: ({ allowSend, allowReceive, denied }) =>
      denied !== undefined || [allowSend, allowReceive].some((can) => can === true || can === null),
    example: { params: { pubkey: DEVICE }, body: { allowSend: true, allowReceive: false } },
    summary: "Set a peer's policy, or a part of it",
    description:
      'Fields that are left out stay as they are; null stands for the default. A change is in ' +
      'force at once.',
    body: operations.policyUpdate,
    answers: { 200: operations.peerPolicyAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      withPeer(call, keyset, (change) => {
        const { label, ...update } = call.body
        const inForce = keyset.policies.set(change, update, () => {
          if (label !== undefined) keyset.names.set(change, label ?? '')
        })
        return viewOf(keyset, change.pubkey, inForce)
      }),
  }),

  deletePolicy: route({
    method: 'delete',
    path: '/api/peers/:pubkey/policy',
    params: { pubkey: PEER_KEY },
    scope: 'admin',
    confirm: 'always',
    example: { params: { pubkey: DEVICE } },
    summary: "Delete a peer's policy",
    description: 'The policy from the environment applies again, or the default.',
    answers: { 200: operations.policyRemoved, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      withPeer(call, keyset, (change) => {
        const { policies } = keyset
        const removed = policies.now(change.pubkey).source === 'saved'
        return { ...viewOf(keyset, change.pubkey, policies.reset(change)), removed }
      }),
  }),

  namePeer: route({
    method: 'put',
    path: '/api/peers/:pubkey/name',
    params: { pubkey: PEER_KEY },
    scope: 'admin',
    example: {
      params: { pubkey: DEVICE },
      body: { name: 'Kitchen' },
      answer: { pubkey: DEVICE, name: 'Kitchen' },
    },
    summary: 'Name a peer',
    description: 'An empty name removes the name.',
    body: nameRequest,
    answers: { 200: nameAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      withPeer(call, keyset, (change) => keyset.names.set(change, call.body.name)),
  }),

  setPeerGenerations: route({
    method: 'put',
    path: '/api/peers/:pubkey/generations',
    params: { pubkey: PEER_KEY },
    scope: 'admin',
    confirm: ({ allowFirstGeneration }) => allowFirstGeneration,
    example: {
      params: { pubkey: DEVICE },
      body: { allowFirstGeneration: false },
      answer: { pubkey: DEVICE, heardIn2026: true, firstGenerationAllowed: false },
    },
    summary: 'Allow or forbid 1.x with a peer that has been heard in 2026',
    description:
      'Such a peer is not asked or answered in 1.x unless it is allowed: three signatures in ' +
      '1.x give this share away. A change is in force at once.',
    body: operations.peerProtocolsRequest,
    answers: { 200: operations.peerProtocolsAnswer, 400: errorAnswer, 404: errorAnswer },
    handle: (call, { keyset }) =>
      withPeer(call, keyset, (change) =>
        keyset.peerProtocols.allowV1(change, call.body.allowFirstGeneration),
      ),
  }),
}

const STATUS = { NO_KEY: 400, NO_GROUP: 400, NO_PEER: 404 } as const satisfies Record<
  Exclude<FoundPeer, { ok: true }>['code'],
  number
>

/** Answers for the peer that the path names, or says why there is none. */
function withPeer(
  { actor, param, request }: Pick<Call, 'actor' | 'param' | 'request'>,
  { supervisor }: Api['keyset'],
  work: (change: { pubkey: string; actor: string }) => object,
): Response {
  const peer = findPeer(supervisor, param('pubkey'))
  if (!peer.ok) return request.json(messageOf(peer), STATUS[peer.kind])
  const { pubkey } = peer
  return request.json({ pubkey, ...work({ pubkey, actor }) })
}

/** A policy in our form, with igloo-server's beside it. */
function viewOf(keyset: Api['keyset'], pubkey: string, inForce: PolicyInForce) {
  const { peers } = keyset.supervisor.peerManager.view()
  const status = peers.find((peer) => peer.pubkey === pubkey)?.status ?? 'unknown'
  return { ...inForce, policy: iglooPolicyOf(keyset, { pubkey, status }, inForce) }
}
