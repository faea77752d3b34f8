import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'

/** What a device is started with. */
export interface DeviceOptions {
  /** The folder of its build. */
  folder: string
  group: GroupPackage
  share: SharePackage
  relay: string
  /** What it was stopped with; null for a new one. */
  snapshot: string | null
}

export interface DeviceCall {
  call: number
  name: 'sign' | 'ecdh' | 'snapshot' | 'state'
  /** A hash or a public key, hex. */
  argument: string
}

/** A signature or a shared secret, hex; or the runtime's words, with the code `refused` if it did not ask. */
export type DeviceAnswer =
  | { ok: true; value: string }
  | { ok: false; code: string; message: string }

/** Its state. */
export interface DeviceState {
  /** The relay has confirmed its subscription. */
  isHearing: boolean
  /** Events that it had no relay for. */
  unsent: number
  /** Why it did not accept events, the last few. */
  refused: string[]
  /** Its peers, in its own words. */
  peers?: unknown[]
}
