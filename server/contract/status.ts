import { z } from 'zod'
import { directions } from './directions.ts'
import { type Overview, overview } from './overview.ts'
import { protocolNames } from './protocols.ts'
import { errorAnswer, failureFields } from './refusal.ts'
import { stopState } from './rules.ts'
import { buildOrigin } from './version.ts'

export const signerStates = ['stopped', 'starting', 'running', 'degraded', 'reconnecting'] as const
export type SignerState = (typeof signerStates)[number]

/** `since` and every other date is an ISO string; latency is in milliseconds. */
export const relayState = z.object({
  url: z.string(),
  state: z.enum(['connecting', 'open', 'waiting', 'closed']),
  heard: z.boolean(),
  since: z.iso.datetime(),
  latencyMs: z.number().nullable(),
  ...failureFields,
  error: z.string().nullable(),
  /**
   * Set when the relay asks to be sent less: since when, in which words, and until when only necessary events
   * are sent to it.
   */
  slowDown: z
    .object({ since: z.iso.datetime(), until: z.iso.datetime(), reason: z.string() })
    .nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  eventsIn: z.int(),
  eventsOut: z.int(),
  reconnects: z.int(),
})

/** A generation of the peer protocol. */
export const protocolState = z.object({
  name: z.enum(protocolNames),
  /** Signatures are given and asked for in it. */
  on: z.boolean(),
  /** Why it is off, in words for the owner. */
  reason: z.string().optional(),
  reasonMessage: errorAnswer.optional(),
})
export type ProtocolState = z.infer<typeof protocolState>

/** Asks for the overview too, which takes longer than all the rest. */
export const statusQuery = z.object({ with: z.literal('overview').optional() })

export const statusAnswer = z.object({
  serverRunning: z.literal(true),
  /** At least one relay has an open, confirmed subscription of this signer's. */
  nodeActive: z.boolean(),
  hasCredentials: z.boolean(),
  relayCount: z.int(),
  relays: z.array(z.string()),
  timestamp: z.iso.datetime(),
  /** Null: nothing is stopped by the owner. */
  stopped: stopState.nullable(),
  state: z.enum(signerStates),
  /** Why it is in this state, in words for the owner. */
  reason: z.string(),
  reasonMessage: errorAnswer,
  /** A relay is heard and enough peers are online for a signature that this signer asks for. */
  canSign: z.boolean(),
  directions,
  /** Signatures that this signer took part in, requested by itself or by a peer. */
  signatures: z.object({
    lastAt: z.iso.datetime().nullable(),
    /** The median time of the last 100, in milliseconds; null before the first. */
    medianMs: z.number().nullable(),
    /** In the last seven days. */
    thisWeek: z.int(),
  }),
  /** The oldest first; empty while there is no signer. */
  generations: z.array(protocolState),
  warnings: z.array(z.string()),
  warningMessages: z.array(errorAnswer),
  health: z.object({
    isConnected: z.boolean(),
    lastActivity: z.iso.datetime().nullable(),
    lastConnectivityCheck: z.iso.datetime().nullable(),
    consecutiveConnectivityFailures: z.int(),
    timeSinceLastActivity: z.number().nullable(),
    timeSinceLastConnectivityCheck: z.number().nullable(),
  }),
  relayStates: z.array(relayState),
  /** The answer of `GET /api/overview` at the same moment, if requested. */
  overview: overview.optional(),
})
export type StatusAnswer = z.infer<typeof statusAnswer>
/** What a page shows of a signer. */
export type Snapshot = StatusAnswer & { overview: Overview }

/**
 * The answer without a login, as igloo-server has it: its health checks and consoles need it.
 */
export const publicStatus = statusAnswer.pick({
  serverRunning: true,
  nodeActive: true,
  hasCredentials: true,
  relayCount: true,
  timestamp: true,
  health: true,
})
export type PublicStatus = z.infer<typeof publicStatus>

/** A report for support: lines of text without secrets. */
export const doctorAnswer = z.object({ report: z.string() })
export type DoctorAnswer = z.infer<typeof doctorAnswer>

export const healthAnswer = buildOrigin.extend({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  reasons: z.array(z.string()),
  /** The owner has stopped everything, which is not unhealthy. */
  stopped: z.literal(true).optional(),
})

export type HealthAnswer = z.infer<typeof healthAnswer>
