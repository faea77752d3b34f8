import { z } from 'zod'
import { http, protocolTexts as texts } from '#contract/codes.ts'
import { monitorAnswer, monitorRequest } from '#contract/operations.ts'
import * as peers from '#contract/peers.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { FrostrError } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { iglooPolicyOf } from './igloo/peers.ts'
import { type Api, route } from './route.ts'
import { DEVICE, TIME } from './samples.ts'

/** The other members: who they are, and their state. */
export const peerRoutes = {
  peers: route({
    method: 'get',
    path: '/api/peers',
    scope: 'read',
    summary: "List the peers: the group's other devices, and their state",
    answers: { 200: peers.peersAnswer, 400: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const { supervisor } = keyset
      if (supervisor.group === null) return request.json(http.noGroupCredential, 400)
      const { peers: members, ...view } = supervisor.peerManager.view()
      const answer: peers.PeersAnswer = {
        peers: members.map((peer) => withSettings(keyset, peer)),
        ...view,
      }
      return request.json(answer)
    },
  }),

  self: route({
    method: 'get',
    path: '/api/peers/self',
    scope: 'read',
    summary: "Get this server's own public key in the group, and its warnings",
    answers: { 200: peers.selfAnswer, 400: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const { self, hasCredentials, warnings } = keyset.supervisor
      if (!hasCredentials || self === null) {
        return request.json(http.missingCredentials, 400)
      }
      return request.json({ pubkey: self, warnings })
    },
  }),

  ping: route({
    method: 'post',
    path: '/api/peers/ping',
    scope: 'read',
    example: {
      body: { target: 'all' },
      answer: {
        results: [
          { pubkey: DEVICE, success: true, latency: 48, generation: '2026', timestamp: TIME },
        ],
      },
    },
    summary: 'Ping all peers, or one',
    body: peers.pingRequest,
    invalidBody: http.invalidTarget,
    answers: {
      200: z.union([peers.pingAllAnswer, peers.pingOneAnswer]),
      400: errorAnswer,
      503: errorAnswer,
    },
    handle: async ({ body: { target }, request }, { keyset }) => {
      const { peerManager } = keyset.supervisor
      if (!peerManager.isLive) return request.json(http.nodeNotAvailable, 503)
      try {
        const results = await peerManager.ping(target)
        const [result] = results
        return target === 'all' || result === undefined
          ? request.json({ results })
          : request.json({ ...result, status: peerManager.presence(result.pubkey) })
      } catch (error) {
        if (error instanceof FrostrError && error.why.code === texts.peerNotFound.code) {
          return request.json(http.invalidTarget, 400)
        }
        throw error
      }
    },
  }),

  diagnostics: route({
    method: 'post',
    path: '/api/peers/diagnostics',
    scope: 'read',
    summary: 'Ping all peers three times, and count lost pings',
    description:
      'The rounds are a second apart. The answer has the fastest, slowest and average time of ' +
      'each peer.',
    answers: { 200: z.object({ results: z.array(peers.pingDiagnosis) }), 503: errorAnswer },
    handle: async ({ request }, { monitoring }) => {
      const results = await monitoring.diagnose()
      return results === null ? request.json(http.nodeNotAvailable, 503) : request.json({ results })
    },
  }),

  monitor: route({
    method: 'post',
    path: '/api/peers/monitor',
    scope: 'admin',
    example: { body: { running: true }, answer: { running: true } },
    summary: 'Start or stop the ping monitor',
    description: 'While it runs, it pings the peers at intervals.',
    body: monitorRequest,
    answers: { 200: monitorAnswer, 400: errorAnswer, 503: errorAnswer },
    handle: ({ body, request }, { monitoring }) => {
      const running = monitoring.run(body.running)
      return running === null ? request.json(http.nodeNotAvailable, 503) : request.json({ running })
    },
  }),
}

/** A peer with what the owner has set for it. */
function withSettings(keyset: Api['keyset'], peer: peers.Peer): peers.Peer {
  const { pubkey, policy } = peer
  const name = keyset.policy.ruleSet.nameOf({ door: 'peer', id: xOnly(pubkey) })
  const igloo = iglooPolicyOf(keyset, peer, keyset.policies.now(pubkey))
  return { ...peer, ...(name !== undefined && { name }), policy: { ...igloo, ...policy } }
}
