import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * From now on the database saves nothing in a table, by default that of the credentials, as on a full disk.
 *
 * @returns a function that ends this
 */
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
