import { SimplePool } from 'nostr-tools/pool'

/** A pool of a genuine client. It waits a minute for a relay, not 3 s: on a busy machine, late is not wrong. */
export function patientPool(): SimplePool {
  const pool = new SimplePool()
  pool.maxWaitForConnection = 60_000
  return pool
}
