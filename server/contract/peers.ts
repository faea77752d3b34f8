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
  /** 2026: the version of its pings, once it has sent one. */
  pingVersion: z.union([z.literal(1), z.literal(2)]).optional(),
})

export const peerPolicy = z.object({ send: z.boolean(), recv: z.boolean() })

/** A peer as the API shows it. Latency in milliseconds; dates are ISO strings. */
export const peer = z.object({
  /** Compressed, 33 bytes, hex, as in the group credential. */
  pubkey: z.string(),
  /** Its number in the group, as in its share. */
  member: z.int(),
  /** The name that the owner has given it. */
  name: z.string().optional(),
  online: z.boolean(),
  status: z.enum(['online', 'offline', 'unknown']),
  lastSeen: z.iso.datetime().optional(),
  latency: z.number().optional(),
  /** For the last pings, oldest first; null: it did not answer. */
  latencies: z.array(z.number().nullable()),
  lastPingAttempt: z.iso.datetime().optional(),
  /** The policy in force, also in igloo-server's form. */
  policy: peerPolicy.extend(iglooPolicy.partial().shape),
  allowSend: z.boolean(),
  allowReceive: z.boolean(),
  /** What it may not be asked, or ask, though the direction is allowed. */
  denied: z.array(z.enum(DENIABLE)),
  /**
   * It has been heard in the 2026 generation at some time, so nothing is asked of it or given to it
   * in 1.x.
   */
  heardIn2026: z.boolean(),
  /** The owner has allowed 1.x with it all the same. */
  firstGenerationAllowed: z.boolean(),
  /**
   * How many of this node's partial signatures it has ever had in 1.x: those it was given, and
   * those it can work out from a signature it took part in.
   */
  partialSignatures: z.int(),
  /** Two devices answer as this member, because both run on its share; missing when they don't. */
  areTwoDevices: z.boolean().optional(),
  /** What runs there, as its 2026 messages have shown; missing when it is not known. */
  build: z.enum(PEER_BUILDS).optional(),
  /** What it speaks, the oldest first; empty until it has been heard. */
  generations: z.array(peerProtocol),
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
  total: z.int(),
  online: z.int(),
  /** `full`: live monitoring; `static`: a fixed list without it; `failed`: no list, for `reason`. */
  mode: z.enum(['full', 'static', 'failed']),
  reason: z.string().optional(),
  reasonMessage: errorAnswer.optional(),
  /** Whether the ping monitor runs. */
  monitoring: z.boolean(),
  summary: peerSummary,
})
export type PeersAnswer = z.infer<typeof peersAnswer>

export const nameAnswer = z.object({ pubkey: z.string(), name: callerName })

export const selfAnswer = z.object({ pubkey: z.string(), warnings: z.array(z.string()) })
export type SelfAnswer = z.infer<typeof selfAnswer>

export const pingResult = z.object({
  pubkey: z.string(),
  success: z.boolean(),
  latency: z.number().optional(),
  policy: peerPolicy.optional(),
  /** Which generation of the protocol it answered in. */
  generation: z.enum(protocolNames).optional(),
  ...failureFields,
  timestamp: z.iso.datetime(),
})
export type PingResult = z.infer<typeof pingResult>

export const pingRequest = z.object({ target: z.string().min(1) })

export const pingAllAnswer = z.object({ results: z.array(pingResult) })
export type PingAllAnswer = z.infer<typeof pingAllAnswer>
export const pingOneAnswer = pingResult.extend({ status: peerPresence })
export type PingOneAnswer = z.infer<typeof pingOneAnswer>

/** The result of several rounds of pings to one peer; times in milliseconds. */
export const pingDiagnosis = z.object({
  pubkey: z.string(),
  rounds: z.int(),
  lost: z.int(),
  fastest: z.number().optional(),
  slowest: z.number().optional(),
  average: z.number().optional(),
  errors: z.array(z.string()),
  errorMessages: z.array(errorAnswer),
})
export type PingDiagnosis = z.infer<typeof pingDiagnosis>
