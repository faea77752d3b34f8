import { randomBytes } from 'node:crypto'

/**
 * The nonces that are between us and a peer are of a pool on either side, and each pool has a random id, which
 * pings name: when it is another one, the nonces of the earlier pool are lost. Ours is made before the first of
 * its nonces and goes with them when they are dropped; the peer's is kept, as it last named it, with those of
 * the peer's that we hold.
 */
export const POOLS_SQL = `
    -- 32 bytes each, hex.
    CREATE TABLE pools (
      owner  INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
      peer   TEXT NOT NULL,
      ours   TEXT NOT NULL,
      theirs TEXT,
      PRIMARY KEY (owner, peer)
    ) STRICT, WITHOUT ROWID;
  `

/** No two are the same: 32 bytes, hex. */
export const newPoolId = (): string => randomBytes(32).toString('hex')
