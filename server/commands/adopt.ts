import { join } from 'node:path'
import { fromProcess } from '../config/environment.ts'
import { readConfig } from '../config/whole.ts'
import { openStore, type Store } from '../store/open.ts'
import { requireDatabase } from '../store/outside.ts'
import { type Command, EXIT, readArguments } from './command.ts'
import { stderrLog } from './stderr-log.ts'

const help = `Usage: floe adopt

  Takes the rows of the database in as they are: API keys, the password, sessions, what peers may do,
  the settings. Floe refuses what it has not written itself, and does not start where it can't tell: when
  its lists of rows were changed, were made with another key, or are missing in a database of an older
  Floe that was put back. Run this only if it is you who has done that, and see what it prints: whoever
  has a key that is listed is let in.

  No server may be running. It takes the sealing key: DATA_DIR/secret.key or SECRET_KEY. Where the key
  is lost and no credentials are saved, a new one is made.

Exits with 0 when it is done, 1 when it failed, 2 when it is called wrongly, 3 when a server is running
or a newer Floe wrote the database, 4 when the sealing key is missing or another one, 5 when the
database is damaged.
`

export const command: Command = {
  help,
  run: (args) => {
    readArguments(args, {})
    const { dataDir, secretKey } = fromProcess(readConfig)
    requireDatabase(join(dataDir, 'floe.db'), dataDir)
    const store = openStore({
      ...{ dataDir, sealingKey: secretKey?.reveal(), log: stderrLog, adopt: true },
    })
    try {
      process.stdout.write(`Taken in, and let in from now on:\n${describe(store).join('\n')}\n`)
      return EXIT.done
    } finally {
      store.close()
    }
  },
}

function describe(store: Store): string[] {
  const owner = store.owner.get()
  const sessions = store.sessions.list().length
  return [
    ...store.apiKeys
      .list()
      .map(({ id, name, scope }) => `  API key ${id}, scope ${scope}, ${JSON.stringify(name)}`),
    ...(owner === undefined ? [] : [`  the password of ${JSON.stringify(owner.username)}`]),
    `  sessions: ${sessions}`,
    `  policies of peers: ${store.policies.list().length}`,
  ]
}
