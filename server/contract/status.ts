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
  heard: z.boolean().describe("Whether it has confirmed this signer's subscription"),
  since: z.iso.datetime().describe('Since when it is in this state, and heard or not'),
  latencyMs: z.number().nullable().describe('Milliseconds of a ping; null if not known'),
  ...failureFields,
  error: z.string().nullable().describe('What is wrong with it; null: nothing'),
  slowDown: z
    .object({ since: z.iso.datetime(), until: z.iso.datetime(), reason: z.string() })
    .nullable()
    .describe(
      'The relay has asked for less: since when, in which words, and until when it is sent ' +
        'only what is necessary. Null: it has not',
    ),
  nextAttemptAt: z.iso
    .datetime()
    .nullable()
    .describe('When it is dialled again; null: no attempt is due'),
  eventsIn: z.int(),
  eventsOut: z.int(),
  reconnects: z.int().describe('How often it was connected again'),
})

/** A generation of the peer protocol. */
export const protocolState = z.object({
  name: z.enum(protocolNames),
  on: z.boolean().describe('Whether signatures are given and asked for in it'),
  reason: z.string().optional().describe('Why it is off, in a sentence; missing if it is on'),
  reasonMessage: errorAnswer.optional(),
})
export type ProtocolState = z.infer<typeof protocolState>

export const statusQuery = z.object({
  with: z
    .literal('overview')
    .optional()
    .describe('Adds the overview, which takes longer than all the rest'),
})

export const statusAnswer = z.object({
  serverRunning: z.literal(true),
  nodeActive: z
    .boolean()
    .describe("Whether at least one relay is heard: it has confirmed this signer's subscription"),
  hasCredentials: z.boolean(),
  relayCount: z.int(),
  relays: z.array(z.string()),
  timestamp: z.iso.datetime(),
  stopped: stopState.nullable().describe("The owner's stop; null: nothing is stopped"),
  state: z.enum(signerStates),
  reason: z.string().describe('Why it is in this state, in a sentence'),
  reasonMessage: errorAnswer,
  canSign: z
    .boolean()
    .describe(
      'Whether a relay is heard, and enough peers are online for a signature that this ' +
        'signer asks for',
    ),
  directions,
  signatures: z
    .object({
      lastAt: z.iso.datetime().nullable(),
      medianMs: z
        .number()
        .nullable()
        .describe('The median time of the last 100, in milliseconds; null before the first'),
      thisWeek: z.int().describe('How many in the last seven days'),
    })
    .describe('Signatures that this signer took part in, asked for by itself or by a peer'),
  generations: z
    .array(protocolState)
    .describe('The versions of the protocol, the oldest first; empty while there is no signer'),
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
  overview: overview
    .optional()
    .describe(
      'The answer of `GET /api/overview` at the same moment, if `?with=overview` asks for it',
    ),
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
  reasons: z
    .array(z.string())
    .describe('What is wrong, and whether the owner has stopped everything, in sentences'),
  stopped: z
    .literal(true)
    .optional()
    .describe('Present if the owner has stopped everything, which is not unhealthy'),
})

export type HealthAnswer = z.infer<typeof healthAnswer>
