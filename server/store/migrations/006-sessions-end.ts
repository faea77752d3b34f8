import type { Migration } from '../migrate.ts'

export const sessionsEnd: Migration = {
  version: 6,
  name: 'sessions-end',
  up: (db) => {
    // Their ids were in a cookie, which a browser sends to every other app on the same host name.
    db.exec('DELETE FROM sessions')
  },
}
