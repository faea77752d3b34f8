import type { Decoders } from '#web/lib/decoders.ts'
import { loadPart } from '#web/lib/load-part.ts'

/**
 * Loaded with the keyset creator, before there is anything to lose: if a part failed to load while
 * shares are on the page, they would be lost with it.
 */
export const decoders: Promise<Decoders> = loadPart(() => import('#web/lib/credentials.ts'))
