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
  /** Each of the last 24 hours, the oldest first; the last is not over. */
  lastDay: z.array(share).length(HISTORY_UPTIME_HOURS),
  /** Each of the last 30 days, the oldest first; the last is today. */
  lastMonth: z.array(share).length(HISTORY_UPTIME_DAYS),
}

/** The stored history, which survives restarts. */
export const historyAnswer = z.object({
  timestamp: z.iso.datetime(),
  /** Signatures, given and asked for, and other uses of the key, by day, the oldest first; the last is today. */
  days: z
    .array(
      z.object({
        day,
        count: z.int(),
        /** By caller, most first. The sum is smaller than `count` if some callers are not counted separately. */
        by: z.array(
          z.object({
            caller: caller.extend({ id: z.string().optional() }),
            name: callerName.optional(),
            count: z.int(),
          }),
        ),
      }),
    )
    .length(HISTORY_USE_DAYS),
  /** How long signatures took, in milliseconds, to within a twentieth; null where there were none. */
  answers: z
    .array(
      z.object({
        day,
        medianMs: z.number().nullable(),
        p95Ms: z.number().nullable(),
        count: z.int(),
      }),
    )
    .length(HISTORY_ANSWER_DAYS),
  /** In the group's order. */
  devices: z.array(
    z.object({
      /** Compressed, 33 bytes, hex, as `/api/peers` has it. */
      pubkey: z.string(),
      /** Since when it is online, or offline; null where that is not known. */
      since: z.iso.datetime().nullable(),
      online: z.boolean().nullable(),
      /** When it last took part in a signature that was checked. */
      lastProvenAt: z.iso.datetime().nullable(),
      ...uptime,
    }),
  ),
  /** In the order of the settings. */
  relays: z.array(
    z.object({
      url: z.string(),
      /** Since when it is heard, or not; null where that is not known. */
      since: z.iso.datetime().nullable(),
      heard: z.boolean().nullable(),
      ...uptime,
    }),
  ),
  /** The last verified signature that another device took part in, and that device. */
  lastProven: z.object({ at: z.iso.datetime(), pubkey: z.string() }).nullable(),
})
export type HistoryAnswer = z.infer<typeof historyAnswer>
