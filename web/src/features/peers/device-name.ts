import type { Peer } from '../../../../server/contract/peers.ts'
import { shortKey } from '../../ui/short-key.ts'

/** What a device is called here, or else its key, shortened. */
export const deviceName = ({ name, pubkey }: Pick<Peer, 'name' | 'pubkey'>): string =>
  name ?? shortKey(pubkey)
