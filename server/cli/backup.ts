import { createReadStream, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '#config/read-config.ts'
import { VERSION } from '#lib/version.ts'
import { keepLast, type LastBackup } from '#store/backup/backups.ts'
import { makeBackup } from '#store/backup/make.ts'
import { BACKUP_FOLDER, backupName } from '#store/backup/schedule.ts'
import type { StoreLog } from '#store/database.ts'
import { ensureFolder } from '#store/files.ts'
import { changeFromOutside } from '#store/outside.ts'
import { createProcessSettings } from '#store/process-settings.ts'
import {
  type Command,
  type CommandIo,
  EXIT,
  readArguments,
  stderrLog,
  UsageError,
} from './command.ts'
import { newPassphrase, PASSPHRASE_HELP } from './passphrase.ts'

const help = `Usage: floe backup FILE [--with-key] [--passphrase-file PATH] [--force]
       floe backup -  > FILE

  Copies the database in DATA_DIR to FILE, or to standard output, even while the server runs. The
  copy is checked before it gets its name. It holds the settings, the sealed credentials, the API keys
  (as hashes) and the audit, but no sessions and no sign-in links.

  --with-key      also puts in the sealing key, encrypted with a passphrase. Without this, FILE can
                  be used only with DATA_DIR/secret.key or SECRET_KEY: keep those too.
  --force         replaces FILE if it exists.

${PASSPHRASE_HELP}
Exits with 0 when the back-up is made and on the disk, 1 when it failed, 2 when called
incorrectly, 3 when FILE exists or a newer Floe wrote the database, 4 when a key or passphrase is
missing or wrong, 5 when the database is damaged.
`

export const command: Command = {
  help,
  run: async (args, io) => {
    const { values, positionals } = readArguments(
      args,
      {
        'with-key': { type: 'boolean', default: false },
        'passphrase-file': { type: 'string' },
        force: { type: 'boolean', default: false },
      },
      ['FILE'],
    )
    const [target = ''] = positionals
    const withKey = values['with-key']
    if (!withKey && values['passphrase-file'] !== undefined) {
      throw new UsageError('--passphrase-file is for --with-key')
    }
    if (target === '-' && io.stdout.isTTY) {
      throw new UsageError('a back-up is not text for a terminal: send it to a file')
    }
    const { dataDir, secretKey, backup } = io.read(readConfig)
    const passphrase = withKey
      ? await newPassphrase(io, { file: values['passphrase-file'], configured: backup.passphrase })
      : undefined
    const log = stderrLog(io)
    const madeAt = Date.now()
    const make = async (file: string, replace: boolean) => {
      const made = await makeBackup({
        ...{ dataDir, target: file, replace, passphrase, now: madeAt },
        secret: secretKey?.reveal(),
        passphraseCost: io.hashing?.passphrase,
        madeBy: VERSION,
        log,
      })
      noteLast(dataDir, { madeAt, withKey, by: 'command' }, log)
      return made
    }

    if (target === '-') {
      await toStdout(io, dataDir, (file) => make(file, true))
      return EXIT.done
    }
    ensureFolder(dirname(target))
    const { bytes } = await make(target, values.force)
    const key = withKey ? 'with the sealing key, encrypted' : 'without the sealing key'
    io.stdout.write(`${target}: ${bytes} bytes, checked, ${key}\n`)
    return EXIT.done
  },
}

/** Saves when the last back-up was made, for the console. The back-up is valid even if this fails. */
function noteLast(dataDir: string, last: LastBackup, log: StoreLog): void {
  try {
    changeFromOutside(dataDir, (db) => keepLast(createProcessSettings(db), last))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({}, `the console will not show this back-up as the last: ${reason}`)
  }
}

/** Writes a back-up to stdout. It is made and checked on the disk before the first byte goes out. */
async function toStdout(
  { stdout }: CommandIo,
  dataDir: string,
  make: (file: string) => Promise<unknown>,
): Promise<void> {
  const folder = join(dataDir, BACKUP_FOLDER)
  ensureFolder(folder)
  const file = join(folder, `${backupName(Date.now())}.download`)
  try {
    await make(file)
    await pipeline(createReadStream(file), stdout, { end: false })
  } finally {
    rmSync(file, { force: true })
  }
}
