import type { Migration } from '../migrate.ts'

export const peerBuilds: Migration = {
  version: 19,
  name: 'peer-builds',
  up: (db) => {
    db.exec(`
      -- What runs at a peer, as it was last known; null: it is not. It says how parts of key exchanges are
      -- weighted.
      ALTER TABLE peer_generations ADD COLUMN build TEXT
        CHECK (build IN ('igloo', 'igloo-beta', 'floe'));
    `)
  },
}
