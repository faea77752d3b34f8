import { z } from 'zod'
import {
  HISTORY_ANSWER_DAYS,
  HISTORY_UPTIME_DAYS,
  HISTORY_UPTIME_HOURS,
  HISTORY_USE_DAYS,
} from './limits.ts'
import { caller, callerName } from './rules.ts'

/** In UTC, like every day here: `2026-11-23`. */
const day = z.iso.date()

/** The part of the observed time in which a device or relay was online, from 0 to 1; null: nothing was observed. */
const share = z.number().min(0).max(1).nullable()

const uptime = {
  lastDay: z
    .array(share)
    .length(HISTORY_UPTIME_HOURS)
    .describe(
      'For each of the last 24 hours, the oldest first: in which part of the observed time ' +
        'it was online, from 0 to 1; null: nothing was observed',
    ),
  lastMonth: z
    .array(share)
    .length(HISTORY_UPTIME_DAYS)
    .describe('The same for each of the last 30 days; the last is today'),
}

/** The stored history, which survives restarts. */
export const historyAnswer = z.object({
  timestamp: z.iso.datetime(),
  days: z
    .array(
      z.object({
        day,
        count: z.int(),
        by: z
          .array(
            z.object({
              caller: caller.extend({ id: z.string().optional() }),
              name: callerName.optional(),
              count: z.int(),
            }),
          )
          .describe(
            'The callers, most uses first. The sum is smaller than `count` if some callers are ' +
              'not counted separately',
          ),
      }),
    )
    .length(HISTORY_USE_DAYS)
    .describe(
      'Signatures, given and asked for, and other uses of the key, by day (UTC), the oldest ' +
        'first; the last is today',
    ),
  answers: z
    .array(
      z.object({
        day,
        medianMs: z.number().nullable(),
        p95Ms: z.number().nullable(),
        count: z.int(),
      }),
    )
    .length(HISTORY_ANSWER_DAYS)
    .describe(
      'How long signatures took by day, in milliseconds, to within 5 %; null if there were ' +
        'none',
    ),
  devices: z
    .array(
      z.object({
        pubkey: z.string().describe('Compressed, 33 bytes, hex, as in `GET /api/peers`'),
        since: z.iso
          .datetime()
          .nullable()
          .describe('Since when it is online, or offline; null if not known'),
        online: z.boolean().nullable(),
        lastProvenAt: z.iso
          .datetime()
          .nullable()
          .describe('When it last took part in a signature that was checked; null if not known'),
        ...uptime,
      }),
    )
    .describe("In the group's order"),
  relays: z
    .array(
      z.object({
        url: z.string(),
        since: z.iso
          .datetime()
          .nullable()
          .describe('Since when it is heard, or not; null if not known'),
        heard: z.boolean().nullable(),
        ...uptime,
      }),
    )
    .describe('In the order of the settings'),
  lastProven: z
    .object({ at: z.iso.datetime(), pubkey: z.string() })
    .nullable()
    .describe(
      'The last signature that was checked and that another device took part in, and that ' +
        'device; null if there is none',
    ),
})
export type HistoryAnswer = z.infer<typeof historyAnswer>
