import { z } from 'zod'

/** Characters. */
const TOKEN_CHARS_MAX = 1_024
const URL_CHARS_MAX = 2_048

/** An address on the web. @param example one that would do */
const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be a web address, such as ${example}` })
    .max(URL_CHARS_MAX)

const NO_CREDENTIALS = /^[^/]*\/\/[^/@]*(?:\/|$)/

/** Where notices are posted to. */
export const notifyAddress = webAddress('https://ntfy.sh/your-topic').regex(
  NO_CREDENTIALS,
  'must hold no name and password: give a token instead',
)

/** A bearer token; it goes into a header. */
export const notifyToken = z
  .string()
  .max(TOKEN_CHARS_MAX)
  .regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')

export const notifyRequest = z.object({
  url: notifyAddress,
  /** If left out, the one that is saved stays, as long as the address does. */
  token: notifyToken.nullable().optional(),
  /** Where the owner opens this console: scheme, host, port and, below a path, that with a slash at its end. Notices link
   * there. */
  console: webAddress('https://floe.example')
    .regex(NO_CREDENTIALS, 'must hold no name and password')
    .optional(),
})
export type NotifyRequest = z.infer<typeof notifyRequest>

/** How the last notice fared. */
export const delivery = z.object({
  at: z.iso.datetime(),
  ok: z.boolean(),
  /** In words, without the address. */
  error: z.string().optional(),
})
export type Delivery = z.infer<typeof delivery>

export const notifyAnswer = z.object({
  source: z.enum(['saved', 'environment', 'none']),
  /** Of the address, whose path may be a secret. */
  host: z.string().optional(),
  hasToken: z.boolean(),
  last: delivery.nullable(),
  /** How many wait to be delivered. */
  waiting: z.int().nonnegative(),
})
export type NotifyAnswer = z.infer<typeof notifyAnswer>
export const notifyTried = z.object({ ok: z.boolean(), error: z.string().optional() })
