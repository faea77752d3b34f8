import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#config/read-config.ts'
import { backupOutput, backup as texts } from '#contract/messages.ts'
import { lostByRestore } from '#contract/reserved-share-messages.ts'
import { finishRestore } from '#store/backup/pending.ts'
import { receiveBackup } from '#store/backup/receive.ts'
import { stageRestore } from '#store/backup/stage.ts'
import { StoreError, toStoreError } from '#store/errors.ts'
import { ensureFolder } from '#store/files.ts'
import { lockFolder } from '#store/lock.ts'
import { type Command, EXIT, readArguments, stderrLog, UsageError } from './command.ts'
import { knownPassphrase, PASSPHRASE_HELP, textOf } from './passphrase.ts'

const help = `Usage: floe restore FILE [--passphrase-file PATH] [--key-file PATH] [--force]
       floe restore -  < FILE

  Puts a back-up into DATA_DIR, while no server runs on it. The whole back-up is checked first: one
  that is refused changes nothing. All sessions end. API keys, the password and rules become those of
  the back-up, including keys revoked since it was made. Open questions are forgotten. A stop stays in
  force. No back-up holds shares for other devices: those that there were are named, and gone.

  --force         replaces the existing database, which is kept beside it as
                  floe.db.before-restore-<time>.

  --key-file PATH  the key that the back-up is sealed with: the secret.key of the Floe that made it, or
                  a file with its SECRET_KEY.

  A back-up that holds its sealing key needs its passphrase, unless the data folder, SECRET_KEY or
  --key-file has that key already. With a different SECRET_KEY, everything is resealed under that.

${PASSPHRASE_HELP}
Exits with 0 when the back-up is in place, 1 when it failed, 2 when called incorrectly, 3 when a
server is running, the data folder is not empty or the back-up is from a newer Floe, 4 when the key or
the passphrase is missing or wrong, 5 when FILE is damaged or not a back-up of Floe.
`

export const command: Command = {
  help,
  run: async (args, io) => {
    const { values, positionals } = readArguments(
      args,
      {
        'passphrase-file': { type: 'string' },
        'key-file': { type: 'string' },
        force: { type: 'boolean', default: false },
      },
      ['FILE'],
    )
    const [file = ''] = positionals
    if (file === '-' && io.stdin.isTTY) {
      throw new UsageError('nothing came on standard input')
    }
    const { dataDir, secretKey, backup } = io.read(readConfig)
    const oldKey =
      values['key-file'] === undefined ? undefined : textOf(values['key-file'], '--key-file')
    if (file !== '-') requireReadable(file)
    ensureFolder(dataDir)
    const lock = lockFolder(dataDir)
    const log = stderrLog(io)
    try {
      // Left by an earlier restore that a crash cut short.
      finishRestore(dataDir, log)
      refuseToReplace(join(dataDir, 'floe.db'), values.force)
      await receiveBackup(file === '-' ? io.stdin : createReadStream(file), dataDir)
      const { origin, lostShares } = await stageRestore({
        dataDir,
        secret: secretKey?.reveal(),
        oldKey,
        passphrase: () =>
          knownPassphrase(io, {
            file: values['passphrase-file'],
            configured: backup.passphrase,
          }),
        actor: 'command-line',
        now: Date.now(),
        log,
      })
      finishRestore(dataDir, log)
      const made =
        origin === undefined
          ? ''
          : `, made ${new Date(origin.madeAt).toISOString()} by Floe ${origin.madeBy}`
      io.stdout.write(`The back-up${made} is in place in ${dataDir}. Start Floe.\n`)
      if (lostShares.length > 0) io.stdout.write(`${lostByRestore(lostShares)}\n`)
      return EXIT.done
    } finally {
      lock.release()
    }
  },
}

/** Called before anything is made, so that a missing back-up leaves no folder behind. */
function requireReadable(file: string): void {
  try {
    if (!statSync(file).isFile()) throw new StoreError('NO_BACKUP', texts.notBackup('no file'))
    // A copy of a running database's file is not the whole database.
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (log !== undefined && log.size > 0) {
      throw new StoreError('NO_BACKUP', texts.notBackup(`part of it is in ${file}-wal`))
    }
  } catch (error) {
    throw toStoreError(error, file)
  }
}

function refuseToReplace(file: string, force: boolean): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there !== undefined && there.size > 0 && !force) {
    throw new StoreError('EXISTS', backupOutput.notEmpty(file))
  }
}
