import type { Decoders } from '../../lib/decoders.ts'
import { loadPart } from '../../lib/load-part.ts'

/**
 * Loaded along with the keyset creator, before there is anything to lose: a part that can't be
 * loaded once the shares are on the page would take them with it.
 */
export const decoders: Promise<Decoders> = loadPart(() => import('../../lib/credentials.ts'))
