import { z } from 'zod'
import { iglooPolicy } from './igloo.ts'
import { failureFields } from './refusal.ts'
import { DENIABLE } from './rule-terms.ts'
import { callerName } from './rules.ts'

export const policyRequest = z.object({
  allowSend: z.boolean().describe('Whether this server asks the peer'),
  allowReceive: z.boolean().describe('Whether this server answers the peer'),
  denied: z
    .array(z.enum(DENIABLE))
    .optional()
    .describe('Operations that are denied although their direction is allowed'),
})

const change = z.boolean().nullable().optional()
/** Missing fields stay unchanged. Null sets the default: the environment's policy, or allowed. */
export const policyUpdate = policyRequest
  .extend({
    allowSend: change.describe(
      'Whether this server asks the peer; null: the default; missing: unchanged',
    ),
    allowReceive: change.describe(
      'Whether this server answers the peer; null: the default; missing: unchanged',
    ),
    label: callerName.nullable().optional().describe("The peer's name; null or empty removes it"),
  })
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'needs allowSend, allowReceive, denied or label',
  })
export type PolicyUpdate = z.infer<typeof policyUpdate>
export const policyAnswer = policyRequest.required().extend({
  pubkey: z.string(),
  source: z
    .enum(['saved', 'environment', 'default'])
    .describe('`saved`: set here; `environment`: from the environment; `default`: not set'),
})
/** With the same policy in igloo-server's form. */
export const peerPolicyAnswer = policyAnswer.extend({ policy: iglooPolicy })
export const policyRemoved = peerPolicyAnswer.extend({
  removed: z.boolean().describe('Whether there was a policy to remove'),
})

export const peerProtocolsRequest = z.object({
  allowFirstGeneration: z.boolean().describe('Whether the peer may be asked and answered in 1.x'),
})
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
      latency: z
        .number()
        .optional()
        .describe('Milliseconds of a WebSocket ping; missing if there was no answer'),
      acceptsKind: z
        .boolean()
        .describe("Whether it takes the signer's events, of each version of the protocol"),
      echo: z
        .boolean()
        .describe(
          'Whether it delivered a message that we sent to ourselves, in each version of the ' +
            'protocol',
        ),
      ...failureFields,
    }),
  ),
})

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  keyset: z
    .int()
    .optional()
    .describe('The keyset that it is about; missing: the machine as a whole'),
  actor: z.string().describe('Who did it: the id of an API key, an app or a user, or a public key'),
  action: z.string().describe('What was done, such as `sign` or `rule.add`'),
  outcome: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditQuery = z.object({
  about: z
    .enum(['uses', 'problems', 'activity', 'security'])
    .optional()
    .describe(
      "`uses`: only uses of the group's key and of this signer's share; `problems`: only " +
        'uses that failed, were refused or were not answered; `activity`: uses and logins; ' +
        '`security`: logins and changes. A page may then have fewer entries than `limit`, or ' +
        'none, although there are more',
    ),
  actor: z
    .string()
    .max(256)
    .optional()
    .describe(
      'Only entries of this actor. `actor`, `device`, `kind`, `from` and `until` need `about`',
    ),
  device: z
    .hex()
    .max(66)
    .optional()
    .describe('A public key, hex: only what this device asked for or took part in'),
  kind: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Only entries about events of this kind'),
  from: z.iso.datetime().optional().describe('Only entries written at this time or later'),
  until: z.iso.datetime().optional().describe('Only entries written before this time'),
  before: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Only entries with a lower id: `next` of the page before'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('How many entries a page has at most'),
})
export const auditPage = z.object({
  entries: z.array(auditEntry),
  next: z.int().optional().describe('The `before` of the next page; missing on the last one'),
})
export type AuditPage = z.infer<typeof auditPage>

export const successAnswer = z.object({ success: z.literal(true), message: z.string().optional() })
