import { z } from 'zod'
import { generationNames } from './generations.ts'

export const signerStates = ['stopped', 'starting', 'running', 'degraded', 'reconnecting'] as const
export type SignerState = (typeof signerStates)[number]

/** `since` and every other date is an ISO string; latency is in milliseconds. */
export const relayState = z.object({
  url: z.string(),
  state: z.enum(['connecting', 'open', 'waiting', 'closed']),
  heard: z.boolean(),
  since: z.iso.datetime(),
  latencyMs: z.number().nullable(),
  error: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  eventsIn: z.int(),
  eventsOut: z.int(),
  reconnects: z.int(),
})

/** A generation of the peer protocol. */
export const generationState = z.object({
  name: z.enum(generationNames),
  /** Signatures are given and asked for in it. */
  on: z.boolean(),
  /** Why it is not, in words for an owner. */
  reason: z.string().optional(),
})
export type GenerationState = z.infer<typeof generationState>

export const statusAnswer = z.object({
  serverRunning: z.literal(true),
  /** At least one relay has an open, confirmed subscription of the node's. */
  nodeActive: z.boolean(),
  hasCredentials: z.boolean(),
  relayCount: z.int(),
  relays: z.array(z.string()),
  timestamp: z.iso.datetime(),
  state: z.enum(signerStates),
  /** Why it is in this state, in words for an owner. */
  reason: z.string(),
  /** A relay is heard and enough peers are online for a signature. */
  canSign: z.boolean(),
  /** Signatures that this node took part in, asked for or asked of it. */
  signatures: z.object({
    lastAt: z.iso.datetime().nullable(),
    /** How long one took us, over the last 100, in milliseconds; null before the first. */
    medianMs: z.number().nullable(),
    /** In the last seven days. */
    thisWeek: z.int(),
  }),
  /** The oldest first; none while there is no signer. */
  generations: z.array(generationState),
  warnings: z.array(z.string()),
  health: z.object({
    isConnected: z.boolean(),
    lastActivity: z.iso.datetime().nullable(),
    lastConnectivityCheck: z.iso.datetime().nullable(),
    consecutiveConnectivityFailures: z.int(),
    timeSinceLastActivity: z.number().nullable(),
    timeSinceLastConnectivityCheck: z.number().nullable(),
  }),
  relayStates: z.array(relayState),
})
export type StatusAnswer = z.infer<typeof statusAnswer>

/** What a call without a login is told: as igloo-server's, for its health checks and consoles. */
export const publicStatus = statusAnswer.pick({
  serverRunning: true,
  nodeActive: true,
  hasCredentials: true,
  relayCount: true,
  timestamp: true,
  health: true,
})
export type PublicStatus = z.infer<typeof publicStatus>

export const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  reasons: z.array(z.string()),
})

export type HealthAnswer = z.infer<typeof healthAnswer>
