import type { BuildOrigin } from '#contract/version.ts'
import manifest from '../../package.json' with { type: 'json' }

/** The package's version. */
export const VERSION: string = manifest.version

/** Put in by the build (vite.server.config.ts); not there when the server runs from its sources. */
declare const FLOE_BUILD: BuildOrigin | undefined

/** What this build is made from. */
export const BUILD: BuildOrigin =
  typeof FLOE_BUILD === 'undefined' ? { commit: 'unknown', date: 'unknown' } : FLOE_BUILD
