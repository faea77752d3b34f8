import type { Migration } from '../migrate.ts'

export const sessionsEnd: Migration = {
  version: 6,
  name: 'sessions-end',
  up: (db) => {
    // Their ids stood in a cookie, which a browser sends to every other app under the same host name.
    db.exec('DELETE FROM sessions')
  },
}
