import { z } from 'zod'

/** What a build is made from, as far as it is known. */
export const buildOrigin = z.object({
  /** Its commit; with `-changed` if the sources were changed since. `unknown`: not given to the build. */
  commit: z.string(),
  /** The commit's date, ISO 8601, or `unknown`. */
  date: z.string(),
})
export type BuildOrigin = z.infer<typeof buildOrigin>

/** Which version runs, and which is the newest, if the owner lets the server ask. */
export const versionAnswer = buildOrigin.extend({
  version: z.string(),
  /** Whether the image's registry is asked, once a day at most. */
  asks: z.boolean(),
  isAsking: z.boolean(),
  /** When it was last asked. */
  askedAt: z.iso.datetime().optional(),
  /** The newest version at that time; missing if the registry could not be asked. */
  newest: z.string().optional(),
  isNewer: z.boolean(),
})
export type VersionAnswer = z.infer<typeof versionAnswer>

export const versionUpdate = z.object({ asks: z.boolean() })
export type VersionUpdate = z.infer<typeof versionUpdate>
