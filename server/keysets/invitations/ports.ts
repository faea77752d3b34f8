/** A share for another device, as it is kept. Times are Unix milliseconds. */
export interface StoredReservedShare {
  /** The x-only key of its member. */
  id: string
  /** The id of its group (protocol/v2/group.ts). */
  group: string
  idx: number
  /** The share's secret, 32 bytes, hex; null: it is kept here no longer. */
  seckey: string | null
  handedOut: HandedOut | null
  /** When its device has signed; null with no `seckey`: a restore has brought back no more of it. */
  provedAt: number | null
}

/** How a share left for the one device that is to have it. */
export interface HandedOut {
  at: number
  /** Who did it. */
  actor: string
  /** What its device was called then. */
  name: string
  /** The package that it is in, and what opens it; null once the share is kept here no longer. */
  sealed: { package: string; password: string; relays: readonly string[] } | null
  /** The rule that lets its device have the group. */
  rule: number | null
  /** When a device with the share got the group from here; null: none has asked for it since. */
  joinedAt: number | null
}

/** Where they are kept. What is written is on the disk before the call returns, or it throws. */
export interface ReservedShareStore {
  /** By their indices. */
  list(): StoredReservedShare[]
  /** Adds it, or replaces what is kept of it. */
  set(reservedShare: StoredReservedShare): void
  /** @returns false if there is none */
  delete(id: string): boolean
}
