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
  url: notifyAddress.describe('The web address that notifications are posted to'),
  token: notifyToken
    .nullable()
    .optional()
    .describe(
      'A bearer token for the address; null: none. Missing: the saved token stays if the ' +
        'address does',
    ),
  console: webAddress('https://floe.example')
    .regex(NO_CREDENTIALS, 'must hold no name and password')
    .optional()
    .describe(
      'The address of this console, for the links in notifications: scheme, host, port and, ' +
        'if it is below a path, the path with a slash at its end',
    ),
})
export type NotifyRequest = z.infer<typeof notifyRequest>

/** The outcome of the last notification. */
export const delivery = z.object({
  at: z.iso.datetime(),
  ok: z.boolean(),
  error: z
    .string()
    .optional()
    .describe('Why it failed, without the address; missing if it did not'),
})
export type Delivery = z.infer<typeof delivery>

export const notifyAnswer = z.object({
  source: z
    .enum(['saved', 'environment', 'none'])
    .describe(
      '`saved`: set here; `environment`: from the environment; `none`: there is no address',
    ),
  host: z
    .string()
    .optional()
    .describe(
      'The host of the address. The path is not shown, because it may be a secret. Missing ' +
        'if there is no address',
    ),
  hasToken: z.boolean(),
  last: delivery.nullable().describe('The outcome of the last notification; null: none was sent'),
  waiting: z.int().nonnegative().describe('How many notifications wait to be delivered'),
})
export type NotifyAnswer = z.infer<typeof notifyAnswer>
export const notifyTried = z.object({ ok: z.boolean(), error: z.string().optional() })
