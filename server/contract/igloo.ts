import { z } from 'zod'

/** Shapes of igloo-server's calls (v1.1.0), where they are not those of Floe's own. */

/** What a peer may do, as igloo-server says it; null: not set, so the default is in force. */
export const iglooPolicy = z.object({
  pubkey: z.string(),
  /** 32 bytes. */
  normalizedPubkey: z.string(),
  allowSend: z.boolean().nullable(),
  allowReceive: z.boolean().nullable(),
  status: z.enum(['online', 'offline', 'unknown']),
  /** What the owner calls it. */
  label: z.string().nullable(),
  note: z.string().nullable(),
  /** Set here, or given by the environment. */
  source: z.enum(['runtime', 'config']).nullable(),
  lastUpdated: z.null(),
  /** What is in force. */
  effectiveSend: z.boolean(),
  effectiveReceive: z.boolean(),
  hasExplicitPolicy: z.boolean(),
})
export type IglooPolicy = z.infer<typeof iglooPolicy>

export const iglooPolicies = z.object({ policies: z.array(iglooPolicy) })

export const groupAnswer = z.object({
  /** x-only. */
  pubkey: z.string(),
  threshold: z.int(),
  totalShares: z.int(),
})
