import { join } from 'node:path'
import Database from 'better-sqlite3'

/** From now on the database takes no change of the credentials, or of another table, as on a full disk. */
export function failToSave(dataDir: string, table = 'env_settings'): () => void {
  const run = (sql: string) => {
    const db = new Database(join(dataDir, 'floe.db'))
    db.exec(sql)
    db.close()
  }
  run(`CREATE TRIGGER no_room BEFORE INSERT ON ${table}
       BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  return () => run('DROP TRIGGER no_room')
}
