import { randomBytes } from 'node:crypto'

/**
 * Our nonces for a peer are a pool, and so are the peer's nonces for us. Each pool has a random id, which pings
 * carry: when the id changes, the nonces of the earlier pool are lost. Our id is made before the first of its
 * nonces, and dropped together with them. The peer's id is kept with the nonces of the peer that we hold.
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

/** Random: 32 bytes, hex. */
export const newPoolId = (): string => randomBytes(32).toString('hex')
