import { type Logger, pino, stdSerializers } from 'pino'
import type { EventFrame, InternalFrame } from '#contract/events.ts'

export type { Logger } from 'pino'

/** Values under these names are masked in every logged object. */
const SECRET_NAMES = [
  'SHARE_CRED',
  'GROUP_CRED',
  'SECRET_KEY',
  'seckey',
  'secret',
  'nsec',
  'password',
  'apiKey',
  'adminSecret',
  'sessionId',
  'shareCredential',
  'groupCredential',
  'authorization',
  'cookie',
]

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const LOG_FORMATS = ['pretty', 'json'] as const

export interface LogSettings {
  logLevel: (typeof LOG_LEVELS)[number]
  logFormat: (typeof LOG_FORMATS)[number]
}

/** The process's logger: one line a message, as JSON or for a terminal. */
export async function createLogger({ logLevel, logFormat }: LogSettings): Promise<Logger> {
  const stream =
    logFormat === 'pretty' ? await prettyStream() : pino.destination({ dest: 1, sync: true })
  return pino(
    {
      level: logLevel,
      serializers: { err: stdSerializers.err },
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    },
    stream,
  )
}

/** For a terminal. Loaded only then, as a server without a terminal writes JSON. */
async function prettyStream() {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    colorize: process.stdout.isTTY,
    ignore: 'pid,hostname',
    singleLine: true,
    // Otherwise the last lines before an exit may be written out of order.
    sync: true,
  })
}

/** Writes an entry of the event log to the process's log. */
export function logEvent(log: Logger, frame: EventFrame): void {
  if (isInternal(frame)) return
  const { type: event, id, keyset, data } = frame
  const details = { event, id, ...(keyset !== undefined && { keyset }), data }
  if (frame.type === 'error') log.error(details, frame.message)
  else if (frame.type === 'warning' || frame.type === 'disconnect') log.warn(details, frame.message)
  else if (frame.type === 'system' || frame.type === 'ready') log.info(details, frame.message)
  else log.debug(details, frame.message)
}

const isInternal = (frame: EventFrame): frame is InternalFrame => frame.type.endsWith('-internal')
