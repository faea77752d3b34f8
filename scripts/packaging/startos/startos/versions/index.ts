import { VersionGraph } from '@start9labs/start-sdk'
import { current } from './current'

/** Floe migrates its database by itself, whichever version wrote it: nothing is done here. */
export const versionGraph = VersionGraph.of({ current, other: [] })
