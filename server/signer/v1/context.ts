import type { Envelope } from '#protocol/v1/envelope.ts'
import type { GroupPackage, SharePackage } from '#protocol/v1/packages.ts'
import type { PeerLoads } from '../peers/peer-loads.ts'
import type { V1Policy } from '../peers/v1-policy.ts'
import type { ProtocolLog } from '../protocol-log.ts'
import type { SharedContext } from '../shared-context.ts'
import type { PendingRequests } from '../signing/ask-peers.ts'
import type { EchoBudget } from './echo.ts'
import type { Messenger } from './messenger.ts'

/** What protocol 1.x is created with. */
export interface V1Setting extends SharedContext, ProtocolLog {
  group: GroupPackage
  share: SharePackage
  messenger: Messenger
  v1Policy: V1Policy
}

/** What the parts of protocol 1.x share. */
export interface V1Context extends V1Setting {
  gid: string
  pending: PendingRequests<Envelope>
  /** The requests that peers have to answer for us. */
  loads: PeerLoads
  /** Limits the answers to echoes. */
  echoBudget: EchoBudget
}
