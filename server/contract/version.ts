import { z } from 'zod'

/** What a build is made from, as far as it is known. */
export const buildOrigin = z.object({
  commit: z
    .string()
    .describe(
      'The commit that it was built from, with `-changed` if the sources were changed since; ' +
        '`unknown` if the build was not told',
    ),
  date: z.string().describe("The commit's date, ISO 8601, or `unknown`"),
})
export type BuildOrigin = z.infer<typeof buildOrigin>

/** Which version runs, and which is the newest, if the owner lets the server ask. */
export const versionAnswer = buildOrigin.extend({
  version: z.string(),
  asks: z.boolean().describe("Whether the image's registry is asked, once a day at most"),
  isAsking: z.boolean().describe('Whether the registry is being asked now'),
  askedAt: z.iso.datetime().optional().describe('When it was last asked; missing: never'),
  newest: z
    .string()
    .optional()
    .describe('The newest version at that time; missing if the registry could not be asked'),
  isNewer: z.boolean().describe('Whether `newest` is newer than `version`'),
})
export type VersionAnswer = z.infer<typeof versionAnswer>

export const versionUpdate = z.object({ asks: z.boolean() })
export type VersionUpdate = z.infer<typeof versionUpdate>
