import type { Migration } from '../migrate.ts'

export const deniedOperations: Migration = {
  version: 4,
  name: 'denied-operations',
  up: (db) => {
    db.exec(`
      -- What is denied by itself in a direction that is allowed: a JSON list, in its order.
      ALTER TABLE peer_policies
        ADD COLUMN denied TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(denied));
    `)
  },
}
