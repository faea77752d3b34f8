import { z } from 'zod'
import { protocolNames } from './protocols.ts'
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
  error: z.string().nullable(),
  /**
   * Set when the relay asks to be sent less: since when, in which words, and until when nothing
   * goes over it that need not.
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
})
export type ProtocolState = z.infer<typeof protocolState>

/**
 * Why nothing is signed in a direction:
 * - owner: the owner has stopped everything
 * - stopped: there is no signer, or it could not be started
 * - relay: no relay is heard
 * - off: every generation of the protocol is off, see `generations`
 * - looking: too few peers are online, and not all have been heard or missed yet
 * - peers: too few peers are online
 * - policy: most of those online are shut out by the owner's policies
 * - older: most speak only 1.x, which is refused
 * - refused: most say that they don't answer us
 * - nonces: most have given us none to ask them with, though we have told them so
 */
export const directionBarriers = [
  'owner',
  'stopped',
  'relay',
  'off',
  'looking',
  'peers',
  'policy',
  'older',
  'refused',
  'nonces',
] as const
export type DirectionBarrier = (typeof directionBarriers)[number]

export const direction = z.object({
  can: z.boolean(),
  /** null: it can. */
  why: z.enum(directionBarriers).nullable(),
})
export type Direction = z.infer<typeof direction>

/** In which directions signatures are made now. */
export const directions = z.object({
  /** Peers that are online get an answer when they ask this signer for a signature. */
  answer: direction,
  /** This signer can ask enough of them for one: the same as `canSign`. */
  ask: direction,
})
export type Directions = z.infer<typeof directions>

export const statusAnswer = z.object({
  serverRunning: z.literal(true),
  /** At least one relay has an open, confirmed subscription of the node's. */
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
  /** A relay is heard and enough peers are online for a signature that this signer asks for. */
  canSign: z.boolean(),
  directions,
  /** Signatures that this node took part in, asked for or asked of it. */
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

/**
 * What a call without a login is told, as by igloo-server: its health checks and consoles need it.
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

/** For whoever helps: lines of text, which hold nothing secret. */
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
