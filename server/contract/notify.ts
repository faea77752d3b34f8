import { z } from 'zod'

/** Characters. */
const TOKEN_CHARS_MAX = 1_024
const URL_CHARS_MAX = 2_048

/** An address on the web. @param example a valid one, for the error */
const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be a web address, such as ${example}` })
    .max(URL_CHARS_MAX)

const NO_CREDENTIALS = /^[^/]*\/\/[^/@]*(?:\/|$)/

/** Where notifications are posted to. */
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
  /** Missing: the saved token stays if the address does. */
  token: notifyToken.nullable().optional(),
  /**
   * The address of this console, which notifications link to: scheme, host, port and, if it is below a path, the path
   * with a slash at its end.
   */
  console: webAddress('https://floe.example')
    .regex(NO_CREDENTIALS, 'must hold no name and password')
    .optional(),
})
export type NotifyRequest = z.infer<typeof notifyRequest>

/** The outcome of the last notification. */
export const delivery = z.object({
  at: z.iso.datetime(),
  ok: z.boolean(),
  /** In words, without the address. */
  error: z.string().optional(),
})
export type Delivery = z.infer<typeof delivery>

export const notifyAnswer = z.object({
  source: z.enum(['saved', 'environment', 'none']),
  /** Only the host of the address, because its path may be a secret. */
  host: z.string().optional(),
  hasToken: z.boolean(),
  last: delivery.nullable(),
  /** How many notifications wait to be delivered. */
  waiting: z.int().nonnegative(),
})
export type NotifyAnswer = z.infer<typeof notifyAnswer>
export const notifyTried = z.object({ ok: z.boolean(), error: z.string().optional() })
