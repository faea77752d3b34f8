import { z } from 'zod'
import { iglooPolicy } from './igloo.ts'
import { failureFields } from './refusal.ts'
import { DENIABLE } from './rule-terms.ts'
import { callerName } from './rules.ts'

export const policyRequest = z.object({
  allowSend: z.boolean(),
  allowReceive: z.boolean(),
  /** Missing: unchanged. */
  denied: z.array(z.enum(DENIABLE)).optional(),
})
export type PolicyRequest = z.infer<typeof policyRequest>

const change = z.boolean().nullable().optional()
/** Missing fields stay unchanged. Null sets the default: the environment's policy, or allowed. */
export const policyUpdate = policyRequest
  .extend({
    allowSend: change,
    allowReceive: change,
    /** The peer's name; null or empty removes it. */
    label: callerName.nullable().optional(),
  })
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'needs allowSend, allowReceive, denied or label',
  })
export type PolicyUpdate = z.infer<typeof policyUpdate>
export const policyAnswer = policyRequest.required().extend({
  pubkey: z.string(),
  /** Set here, given by the environment, or the default. */
  source: z.enum(['saved', 'environment', 'default']),
})
/** With the same policy in igloo-server's form. */
export const peerPolicyAnswer = policyAnswer.extend({ policy: iglooPolicy })
/** `removed`: whether there was a policy to remove. */
export const policyRemoved = peerPolicyAnswer.extend({ removed: z.boolean() })

export const peerProtocolsRequest = z.object({ allowFirstGeneration: z.boolean() })
/** What a peer speaks, and whether it is still asked and answered in 1.x. */
export const peerProtocolsAnswer = z.object({
  pubkey: z.string(),
  heardIn2026: z.boolean(),
  firstGenerationAllowed: z.boolean(),
})

export const monitorRequest = z.object({ running: z.boolean() })
export const monitorAnswer = z.object({ running: z.boolean() })

export const relayTestRequest = z.object({ relays: z.array(z.string()).min(1).max(20) })
export const relayTestAnswer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      connected: z.boolean(),
      /** Milliseconds of a WebSocket ping. */
      latency: z.number().optional(),
      /** Whether it takes the events of each generation that the signer speaks. */
      acceptsKind: z.boolean(),
      /** Whether a message to ourselves came back in each generation. */
      echo: z.boolean(),
      ...failureFields,
    }),
  ),
})

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The keyset that it concerns; missing: the machine as a whole. */
  keyset: z.int().optional(),
  actor: z.string(),
  action: z.string(),
  outcome: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditQuery = z.object({
  /**
   * - uses: only uses of the group's key and of this signer's share
   * - problems: only the uses that failed, were refused or were not answered
   * - activity: uses and sign-ins
   * - security: sign-ins and changes
   *
   * A page may then have fewer entries than `limit`, or none, though there are more.
   */
  about: z.enum(['uses', 'problems', 'activity', 'security']).optional(),
  /** Only entries of this actor. `actor`, `device`, `kind`, `from` and `until` need `about`. */
  actor: z.string().max(256).optional(),
  /** A public key: only what this device asked for or took part in. */
  device: z.hex().max(66).optional(),
  /** Only entries about events of this kind. */
  kind: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Only entries that were written at `from` or later, and before `until`. */
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export const auditPage = z.object({
  entries: z.array(auditEntry),
  /** The `before` of the next page; missing on the last one. */
  next: z.int().optional(),
})
export type AuditPage = z.infer<typeof auditPage>

export const successAnswer = z.object({ success: z.literal(true), message: z.string().optional() })
