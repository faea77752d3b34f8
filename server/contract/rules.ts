import { z } from 'zod'
import { cleanName } from './plain-text.ts'
import {
  BLIND,
  CALLER_NAME_CHARS_MAX,
  KIND_MAX,
  LIMIT_COUNT_MAX,
  operations,
  presets,
  RULE_KINDS_MAX,
} from './rule-terms.ts'

export type { Operation, Preset } from './rule-terms.ts'

/**
 * The kinds of callers: a share holder that sends requests over relays, a remote-signing client (NIP-46), an API
 * key, and a person who is signed in to the console.
 */
export const doors = ['peer', 'app', 'program', 'owner'] as const
export type CallerKind = (typeof doors)[number]

/**
 * Who asks. `id`: a peer's x-only key (hex), an app's id, the id of a program's API key, or an owner's user id.
 */
export const caller = z.object({
  door: z
    .enum(doors)
    .describe('The kind of caller; `program` is an API key, `owner` a person who is logged in'),
  id: z
    .string()
    .min(1)
    .max(256)
    .describe('The x-only public key (hex) of a peer, or the id of an app, an API key or a user'),
})
export type Caller = z.infer<typeof caller>

/** The verdict of a rule, or of its limit once that is reached. */
export const effects = ['allow', 'ask', 'refuse'] as const
export type Effect = (typeof effects)[number]

/** Of an event (NIP-01). */
const kind = z.int().min(0).max(KIND_MAX)

/** Kinds of events: one, a range with both ends, or those that are not shown. */
export const kinds = z
  .array(
    z.union([
      kind,
      z
        .tuple([kind, kind])
        .refine(([from, to]) => from <= to, 'must go from the lower to the higher'),
      z.literal(BLIND),
    ]),
  )
  .min(1)
  .max(RULE_KINDS_MAX)
export type Kinds = z.infer<typeof kinds>

/** The periods of limits. Milliseconds. */
export const LIMIT_PERIODS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export type LimitPeriod = keyof typeof LIMIT_PERIODS

/** How often each caller may use the key, in any stretch of this length. */
export const limit = z.object({
  count: z.int().min(1).max(LIMIT_COUNT_MAX).describe('How often each caller may use the key'),
  per: z.enum(['minute', 'hour', 'day']).describe('In any stretch of this length'),
  beyond: z.enum(['ask', 'refuse']).describe('What happens beyond `count`'),
})
export type Limit = z.infer<typeof limit>

/** Whom a rule concerns. */
export const whom = z.union([
  z.literal('everyone'),
  z.object({ door: z.enum(doors) }).strict(),
  caller.strict(),
])
export type Whom = z.infer<typeof whom>

const hex32 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be a public key of 64 hex characters')
  .toLowerCase()

const ruleFields = {
  whom: whom.describe('The callers that the rule is about: everyone, one kind, or one caller'),
  operation: z
    .enum(operations)
    .optional()
    .describe('Missing: any operation, or `sign` if there are `kinds`'),
  kinds: kinds
    .optional()
    .describe(
      'Kinds of events: one, a range with both ends, or `blind` for events that are not ' +
        'shown. Missing: any',
    ),
  counterparty: hex32
    .optional()
    .describe('Who something is encrypted for, or who sent it: x-only, hex. Missing: anybody'),
  verdict: z.enum(effects).describe('What happens to such a request'),
  limit: limit.optional().describe('How often it is allowed. Only with `allow`'),
}

/** How long an answer or a rule lasts. Milliseconds. */
export const LASTS = { '10m': 600_000, '1h': 3_600_000, '1d': 86_400_000, ever: null } as const
export const lasts = z.enum(['10m', '1h', '1d', 'ever'])
export type Lasts = z.infer<typeof lasts>

export const ruleRequest = z
  .object({ ...ruleFields, for: lasts.default('ever').describe('How long the rule lasts') })
  .refine((rule) => rule.kinds === undefined || (rule.operation ?? 'sign') === 'sign', {
    message: 'only signatures are of a kind: leave out operation, or make it sign',
    path: ['kinds'],
  })
  .refine((rule) => rule.counterparty === undefined || rule.kinds === undefined, {
    message: 'a signature has no counterparty',
    path: ['counterparty'],
  })
  .refine((rule) => rule.limit === undefined || rule.verdict === 'allow', {
    message: 'only what is allowed can be limited',
    path: ['limit'],
  })
export type RuleRequest = z.infer<typeof ruleRequest>

export const ruleView = z.object({
  id: z.int().positive(),
  ...ruleFields,
  createdAt: z.iso.datetime(),
  until: z.iso.datetime().optional().describe('Missing: for ever'),
  used: z
    .int()
    .nonnegative()
    .optional()
    .describe('How much of the limit the caller has used up, if the rule is about one caller'),
})
export type RuleView = z.infer<typeof ruleView>

export const callerName = z.string().overwrite(cleanName).max(CALLER_NAME_CHARS_MAX)
export const nameRequest = z.object({
  name: callerName.describe('An empty name removes the name'),
})
export type NameRequest = z.infer<typeof nameRequest>

/** What the owner has set for a caller. */
export const callerSettings = z.object({
  preset: z
    .enum(presets)
    .nullable()
    .describe(
      'What it may do without a rule of its own. `ask`: nothing without asking the owner; `everyday`: encrypt, and ' +
        'sign everyday events, such as notes and reactions; `careful`: encrypt, and sign events of known kinds ' +
        'that can be undone; `all`: encrypt, and sign anything. No preset allows decrypting. Null: the default ' +
        'of its kind of caller',
    ),
  suspended: z
    .boolean()
    .describe('Whether everything that it asks for is refused, or not answered if it is an app'),
})
export const callerUpdate = callerSettings.partial()
export type CallerUpdate = z.infer<typeof callerUpdate>
export const callerView = callerSettings.extend({ caller, name: z.string().optional() })
export type CallerView = z.infer<typeof callerView>

export const rulesAnswer = z.object({ rules: z.array(ruleView), callers: z.array(callerView) })
export type RulesAnswer = z.infer<typeof rulesAnswer>

/** The owner's stop of every use of the key. `until` missing: until it is lifted. */
export const stopState = z.object({
  since: z.iso.datetime(),
  until: z.iso.datetime().optional().describe('Missing: until it is lifted'),
})
export type StopState = z.infer<typeof stopState>
export const stopRequest = z.object({
  minutes: z
    .int()
    .min(1)
    .max(525_600)
    .optional()
    .describe('How many minutes it lasts; missing: until it is lifted'),
})
export const stopAnswer = z.object({
  stopped: stopState.nullable().describe('Null: nothing is stopped'),
})
export type StopAnswer = z.infer<typeof stopAnswer>
