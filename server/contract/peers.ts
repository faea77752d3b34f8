import { z } from 'zod'
import { iglooPolicy } from './igloo.ts'
import { PEER_BUILDS, protocolNames } from './protocols.ts'
import { errorAnswer, failureFields } from './refusal.ts'
import { DENIABLE } from './rule-terms.ts'
import { callerName } from './rules.ts'

/** A generation that a peer speaks, as its messages have shown. */
export const peerProtocol = z.object({
  name: z.enum(protocolNames),
  lastHeard: z.iso.datetime(),
  pingVersion: z
    .union([z.literal(1), z.literal(2)])
    .optional()
    .describe('For 2026: the version of its pings; missing until it has sent one'),
})

export const peerPolicy = z.object({ send: z.boolean(), recv: z.boolean() })

/** A peer as the API shows it. Latency in milliseconds; dates are ISO strings. */
export const peer = z.object({
  pubkey: z.string().describe('Compressed, 33 bytes, hex, as in the group credential'),
  member: z.int().describe('Its number in the group, as in its share'),
  name: z.string().optional().describe('The name that the owner has given it; missing: none'),
  online: z.boolean(),
  status: z.enum(['online', 'offline', 'unknown']),
  lastSeen: z.iso.datetime().optional().describe('Missing: not since the signer started'),
  latency: z.number().optional().describe('Milliseconds of the last ping that was answered'),
  latencies: z
    .array(z.number().nullable())
    .describe('Milliseconds of the last pings, the oldest first; null: it did not answer'),
  lastPingAttempt: z.iso.datetime().optional(),
  policy: peerPolicy
    .extend(iglooPolicy.partial().shape)
    .describe("The policy in force, also in igloo-server's form"),
  allowSend: z.boolean().describe('Whether this server asks it'),
  allowReceive: z.boolean().describe('Whether this server answers it'),
  denied: z
    .array(z.enum(DENIABLE))
    .describe('Operations that are denied although their direction is allowed'),
  heardIn2026: z
    .boolean()
    .describe(
      'It has been heard in 2026 at some time. It is then not asked or answered in 1.x, ' +
        'unless `firstGenerationAllowed` is true',
    ),
  firstGenerationAllowed: z
    .boolean()
    .describe('The owner has allowed 1.x with it although it has been heard in 2026'),
  partialSignatures: z
    .int()
    .describe(
      "How many of this server's partial signatures it has ever had in 1.x: those that it " +
        'was given, and those that it can work out from a signature that it took part in',
    ),
  areTwoDevices: z.boolean().optional().describe('Two devices run on its share; missing if not'),
  build: z
    .enum(PEER_BUILDS)
    .optional()
    .describe('Which app runs there, as its 2026 messages have shown; missing if not known'),
  generations: z
    .array(peerProtocol)
    .describe(
      'The versions of the protocol that it speaks, the oldest first; empty until it has ' +
        'been heard',
    ),
})
export type Peer = z.infer<typeof peer>

/** A peer's state, as igloo-server's consoles read it in answers to pings and in peer frames. */
export const peerPresence = peer.pick({
  pubkey: true,
  online: true,
  lastSeen: true,
  latency: true,
  lastPingAttempt: true,
})
export type PeerPresence = z.infer<typeof peerPresence>

export const peerSummary = z.object({
  onlinePeers: z.array(z.string()),
  offlinePeers: z.array(z.string()),
  totalPeers: z.int(),
  onlineCount: z.int(),
  lastChecked: z.iso.datetime().optional(),
  averageLatency: z.number().optional(),
})
export type PeerSummary = z.infer<typeof peerSummary>

export const peersAnswer = z.object({
  peers: z.array(peer),
  total: z.int().describe('How many peers there are'),
  online: z.int().describe('How many of them are online'),
  mode: z
    .enum(['full', 'static', 'failed'])
    .describe(
      '`full`: the peers are watched; `static`: the list is not updated; `failed`: there is ' +
        'no list, see `reason`',
    ),
  reason: z.string().optional(),
  reasonMessage: errorAnswer.optional(),
  monitoring: z.boolean().describe('Whether the ping monitor runs'),
  summary: peerSummary,
})
export type PeersAnswer = z.infer<typeof peersAnswer>

export const nameAnswer = z.object({ pubkey: z.string(), name: callerName })

export const selfAnswer = z.object({ pubkey: z.string(), warnings: z.array(z.string()) })
export type SelfAnswer = z.infer<typeof selfAnswer>

export const pingResult = z.object({
  pubkey: z.string(),
  success: z.boolean(),
  latency: z.number().optional().describe('Milliseconds; missing if it did not answer'),
  policy: peerPolicy.optional(),
  generation: z
    .enum(protocolNames)
    .optional()
    .describe('The version of the protocol in which it answered; missing if it did not'),
  ...failureFields,
  timestamp: z.iso.datetime(),
})
export type PingResult = z.infer<typeof pingResult>

export const pingRequest = z.object({
  target: z.string().min(1).describe('The public key of a peer, hex, or `all`'),
})

export const pingAllAnswer = z.object({ results: z.array(pingResult) })
export type PingAllAnswer = z.infer<typeof pingAllAnswer>
export const pingOneAnswer = pingResult.extend({ status: peerPresence })
export type PingOneAnswer = z.infer<typeof pingOneAnswer>

/** The result of several rounds of pings to one peer; times in milliseconds. */
export const pingDiagnosis = z.object({
  pubkey: z.string(),
  rounds: z.int().describe('How many pings it was sent'),
  lost: z.int().describe('How many it did not answer'),
  fastest: z.number().optional().describe('Milliseconds; missing if all were lost'),
  slowest: z.number().optional().describe('Milliseconds; missing if all were lost'),
  average: z.number().optional().describe('Milliseconds; missing if all were lost'),
  errors: z.array(z.string()),
  errorMessages: z.array(errorAnswer),
})
export type PingDiagnosis = z.infer<typeof pingDiagnosis>
