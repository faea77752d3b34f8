import type { Migration } from '../migrate.ts'

export const sessionOrigins: Migration = {
  version: 16,
  name: 'session-origins',
  up: (db) => {
    db.exec(`
      -- From where a session was opened, and with what, as words of ours: 'Firefox on Linux'.
      ALTER TABLE sessions ADD COLUMN address TEXT;
      ALTER TABLE sessions ADD COLUMN browser TEXT;
    `)
  },
}
