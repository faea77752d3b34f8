import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'

export interface DeviceOptions {
  /** The folder of its build. */
  folder: string
  group: GroupPackage
  share: SharePackage
  relay: string
  /** The snapshot of an earlier run; null for a new device. */
  snapshot: string | null
}

export interface DeviceCall {
  call: number
  name: 'sign' | 'ecdh' | 'snapshot' | 'state'
  /** A hash or a public key, hex. */
  argument: string
}

/**
 * A signature or a shared secret, hex; or the runtime's error, with the code `refused` if it made no request.
 */
export type DeviceAnswer =
  | { ok: true; value: string }
  | { ok: false; code: string; message: string }

export interface DeviceState {
  /** Whether its socket is open and the relay has confirmed its subscription. */
  isHearing: boolean
  /** How many events it could not send, for lack of a relay. */
  unsent: number
  /** Why it refused events; only the last few. */
  refused: string[]
  /** Its peers, as the runtime reports them. */
  peers?: unknown[]
}
