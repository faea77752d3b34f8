/** How many addresses are remembered, and how many credentials of each: the last used ones. */
const MAX_ADDRESSES = 5_000
const MAX_CREDENTIALS = 50

/** Which credentials an address has used while it was free to try others. */
export interface Familiar {
  note(address: string, credential: string): void
  knows(address: string, credential: string): boolean
}

/**
 * What an address may go on using once its tries are used up: what it has itself used before. So a
 * late guess is worth nothing, and an owner who works from behind the same address stays signed in.
 *
 * A credential is named by its hash or id, never by itself.
 */
export function createFamiliar(): Familiar {
  const addresses = new Map<string, Set<string>>()
  return {
    note: (address, credential) => {
      const known = addresses.get(address)
      if (known?.has(credential)) return
      const credentials = known ?? new Set<string>()
      addresses.delete(address)
      addresses.set(address, credentials.add(credential))
      dropFirst(addresses, MAX_ADDRESSES)
      dropFirst(credentials, MAX_CREDENTIALS)
    },
    knows: (address, credential) => addresses.get(address)?.has(credential) === true,
  }
}

function dropFirst(kept: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(key)
  }
}
