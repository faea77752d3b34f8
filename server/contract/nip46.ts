import { z } from 'zod'
import { APP_URI_CHARS_MAX } from './limits.ts'
import { callerName } from './rules.ts'

/** Apps as igloo-server's calls have them (v1.1.0, `src/routes/nip46.ts`). */

/** `true`: allowed without a question. Otherwise the owner is asked; nothing is refused. */
const flags = z.record(z.string().max(64), z.boolean())
export const nip46Policy = z.object({
  methods: flags.describe(
    'By method, such as `nip44_decrypt`. Of `sign_event`, only the kinds in `kinds` are ' +
      'allowed',
  ),
  kinds: flags.describe('By the number of the kind, or `*` for all'),
})
export type Nip46Policy = z.infer<typeof nip46Policy>
/** Missing fields stay unchanged. */
export const nip46PolicyUpdate = nip46Policy.partial()
export type Nip46PolicyUpdate = z.infer<typeof nip46PolicyUpdate>

/** Always empty: the key is not handed out. */
export const nip46Transport = z.object({ transport_sk: z.literal('') })
export const nip46TransportRequest = z.object({ transport_sk: z.string() })

export const nip46Relays = z.object({ relays: z.array(z.string()) })
export const nip46RelaysRequest = z.object({
  relays: z.array(z.string()).max(32).nullable().describe("Null or empty: the signer's own"),
})

const profile = z.object({ name: z.string().optional(), url: z.string().optional() })
const status = z.enum(['active', 'pending'])
const pubkey = z.string()

export const nip46Session = z.object({
  pubkey: pubkey.describe("The app's public key: x-only, hex"),
  status: status.describe('`pending`: the app is suspended, or its time is over'),
  profile: profile.describe('`name` is given by the owner, `url` is claimed by the app'),
  relays: z.array(z.string()),
  policy: nip46Policy,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_active_at: z.iso.datetime().nullable().describe('Null: never'),
})
export type Nip46Session = z.infer<typeof nip46Session>

/** What an app has done last, by the audit. */
export const nip46Recent = z.object({
  recent_kinds: z.array(z.int()),
  recent_methods: z.array(z.string()),
})
export type Nip46Recent = z.infer<typeof nip46Recent>

export const nip46SessionsQuery = z.object({
  history: z.string().optional().describe('`true`: with what each has done last'),
})
export const nip46Sessions = z.object({
  sessions: z.array(nip46Session.extend(nip46Recent.partial().shape)),
})
export const nip46History = z.object({
  sessions: z.array(
    nip46Session
      .pick({ pubkey: true, status: true, last_active_at: true, profile: true })
      .extend(nip46Recent.shape),
  ),
})

export const nip46ConnectRequest = z.object({
  uri: z.string().trim().min(1).max(APP_URI_CHARS_MAX),
})
export const nip46ConnectAnswer = z.object({ session: nip46Session })

/** Missing fields stay unchanged. */
export const nip46SessionRequest = z.object({
  pubkey,
  status: status.optional(),
  profile: z.object({ name: callerName.optional() }).optional(),
  relays: z.array(z.string()).min(1).max(32).nullish(),
  policy: nip46PolicyUpdate.optional(),
})
export const nip46SessionAnswer = z.object({ ok: z.literal(true), session: nip46Session })
export const nip46StatusRequest = z.object({
  status: z
    .enum(['active', 'pending', 'revoked'])
    .describe('`pending` suspends the app, `active` lifts that, `revoked` removes it'),
})
export const nip46Done = z.object({ ok: z.boolean() })

const requestStatus = z.enum(['pending', 'approved', 'denied', 'failed'])
/** A request of an app that waits for the owner. */
export const nip46Request = z.object({
  id: z.string(),
  user_id: z.string(),
  session_pubkey: z.string(),
  method: z.string(),
  params: z
    .string()
    .describe('JSON: `{id, method, params, session}`. A text to encrypt or decrypt is not in it'),
  status: requestStatus,
  result: z.null(),
  error: z.null(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Nip46Request = z.infer<typeof nip46Request>

export const nip46RequestsQuery = z.object({
  status: z
    .string()
    .optional()
    .describe('Several are separated by commas. Only `pending` finds anything'),
  limit: z.string().optional().describe('How many are listed at most: 1 to 500; missing: 100'),
})
export const nip46Requests = z.object({ requests: z.array(nip46Request) })
export const nip46RequestAction = z.object({
  id: z.string().trim().min(1),
  action: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['approve', 'deny', 'fail', 'complete'])),
  policy: nip46PolicyUpdate
    .optional()
    .describe(
      'For the app that asks. With the scope `approve`, it may allow no more than the ' +
        'request itself',
    ),
})
export const nip46RequestAnswer = z.object({ request: nip46Request })
export const nip46RequestId = z.object({ id: z.string().trim().min(1) })
