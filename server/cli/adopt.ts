import { join } from 'node:path'
import { readConfig } from '#config/read-config.ts'
import type { KeysetStore } from '#store/keyset-store.ts'
import { openStore, type Store } from '#store/open.ts'
import { requireDatabase } from '#store/outside.ts'
import { type Command, EXIT, readArguments, stderrLog } from './command.ts'

const help = `Usage: floe adopt

  Accepts the rows of the database as they are: API keys, the password, sessions, what peers may do,
  rules, the stop, the settings. Floe refuses rows that it has not written itself, and does not start
  when it can't tell which those are: when its lists of rows were changed, were made with another key,
  or are missing because the database of an older Floe was put back. Run this only if you did that
  yourself, and check what it prints: anyone with a key that is listed can get in.

  Deletes what may be sealed with a lost key: paired apps, open questions and their answers, where
  notifications go, and shares that are kept for other devices.

  No server may be running. It needs the sealing key: DATA_DIR/secret.key or SECRET_KEY. If the key is
  lost and no credentials are saved, a new one is made.

Exits with 0 when it is done, 1 when it failed, 2 when called incorrectly, 3 when a server is running
or a newer Floe wrote the database, 4 when the sealing key is missing or wrong, 5 when the database is
damaged.
`

export const command: Command = {
  help,
  run: (args, io) => {
    readArguments(args, {})
    const { dataDir, secretKey } = io.read(readConfig)
    requireDatabase(join(dataDir, 'floe.db'), dataDir)
    const store = openStore({
      ...{ dataDir, sealingKey: secretKey?.reveal(), log: stderrLog(io), adopt: true },
    })
    try {
      io.stdout.write(`Accepted, and valid from now on:\n${describe(store).join('\n')}\n`)
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
    `  policies of peers: ${countOf(store, ({ policies }) => policies)}`,
    `  rules: ${countOf(store, ({ rules }) => rules)}`,
    `  callers with a name or settings: ${countOf(store, ({ callerSettings }) => callerSettings)}`,
    ...(store.stop.get() === null ? [] : ['  the stop: nothing is signed until it is lifted']),
  ]
}

/** How many there are of something, in all keysets together. */
const countOf = (store: Store, of: (keyset: KeysetStore) => { list(): unknown[] }): number =>
  store.keysets.reduce((sum, id) => sum + of(store.keyset(id)).list().length, 0)
