import { statSync } from 'node:fs'
import { createPasswords } from '#auth/passwords.ts'
import { readConfig } from '#config/read-config.ts'
import type { ImportAnswer } from '#contract/import.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { scopes } from '#contract/scopes.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { ImportError } from '#import/errors.ts'
import {
  clearFolders,
  copyDatabase,
  type Files,
  filesOf,
  type Located,
  locate,
  makeFolder,
} from '#import/files.ts'
import { importFiles, importRecord } from '#import/import.ts'
import { RECENTLY_WRITTEN } from '#import/limits.ts'
import { detectRunning } from '#import/running.ts'
import { createKeysetReader } from '#protocol/keyset.ts'
import { deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import { openStore } from '#store/open.ts'
import {
  type Command,
  type CommandIo,
  EXIT,
  readArguments,
  stderrLog,
  UsageError,
} from './command.ts'
import { firstLineOf, prompt } from './passphrase.ts'

const help = `Usage: floe import igloo PATH [--user NAME] [--password-file FILE] [--scope SCOPE] [--dry-run]

  Takes over what an igloo-server has: its share and group, relays, what peers may do and what they are
  called, the login, API keys, and connected apps (NIP-46), which go on without being paired anew. PATH is
  its folder, its igloo.db, or its .env; nothing in it is changed.

  Stop igloo-server first, and for good: two signers on one share harm each other. No Floe may be running on
  the data folder either; a running one imports in its console. All of it is imported, or nothing is.

  --user NAME           whose share, where several people have one
  --password-file FILE  a file with their password in its first line, or - for standard input; otherwise
                        it is asked for on the terminal. Without accounts (HEADLESS) there is none.
  --scope SCOPE         of the API keys that come over: read, sign, approve or admin. Unless given, the
                        narrowest that can what they could: sign, and admin for the API_KEY of a .env.
  --dry-run             says what would come over and what would not, and imports nothing

Exits with 0 when it is done, 1 when it failed, 2 when called incorrectly, 3 when igloo-server or a Floe is
running or Floe has a keyset already, 4 when the password is missing or wrong, 5 when PATH holds nothing of
igloo-server's, or it is damaged or from a newer one.
`

export const command: Command = {
  help,
  run: ([source, ...args], io) => {
    if (source !== 'igloo') {
      throw new UsageError(source === undefined ? 'igloo?' : `unknown source '${source}'`)
    }
    return importIgloo(args, io)
  },
}

async function importIgloo(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      user: { type: 'string' },
      'password-file': { type: 'string' },
      scope: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
    ['PATH'],
  )
  const scope = scopes.find((candidate) => candidate === values.scope)
  if (values.scope !== undefined && scope === undefined) {
    throw new UsageError(`--scope must be one of ${scopes.join(', ')}`)
  }
  const located = locate(positionals[0] ?? '')
  await refuseRunning(located)
  const password =
    filesOf(located).from === 'database'
      ? await passwordFrom(io, values['password-file'])
      : undefined
  const choices = { user: values.user, password, dryRun: values['dry-run'], scope }
  const { dataDir, secretKey, env, relayHosts } = io.read(readConfig)
  const store = openStore({ dataDir, sealingKey: secretKey?.reveal(), log: stderrLog(io) })
  try {
    const folder = makeFolder(dataDir)
    const kept = store.keyset(FIRST_KEYSET)
    const { files, isUnchanged } = copied(located, folder)
    const { answer, plan } = await importFiles(files, choices, {
      ...{ store, kept, deriveKey: deriveKeyInThread },
      passwords: createPasswords({ cost: io.hashing?.password }),
      reader: createKeysetReader(serverCurve),
      relayHosts,
      hasKeyset: () => {
        const { SHARE_CRED, GROUP_CRED } = kept.settings.effectiveEnv({
          SHARE_CRED: env.SHARE_CRED?.reveal(),
          GROUP_CRED: env.GROUP_CRED?.reveal(),
        })
        return (SHARE_CRED.value ?? GROUP_CRED.value) !== undefined
      },
      requireSafe: async () => {
        if (!isUnchanged()) throw new ImportError('RUNNING', texts.running(texts.changes))
        await refuseRunning(located)
      },
    })
    if (plan !== null) kept.audit.record(importRecord('command-line', plan))
    printAnswer(io, answer, [...recentlyWritten(located)])
    return EXIT.done
  } finally {
    clearFolders(dataDir)
    store.close()
  }
}

async function refuseRunning({ database, environment }: Located): Promise<void> {
  const how = await detectRunning({ database, environment })
  if (how !== null) throw new ImportError('RUNNING', texts.running(how))
}

async function passwordFrom(io: CommandIo, file: string | undefined): Promise<string> {
  const STDIN = 0
  const password =
    file === undefined
      ? await prompt(io, 'Password in igloo-server: ')
      : firstLineOf(file === '-' ? STDIN : file, '--password-file')
  if (password === undefined || password === '') {
    throw new ImportError('PASSWORD', texts.passwordNeeded)
  }
  return password
}

/** Copies a database into our folder. `isUnchanged`: whether the original is still as it was copied. */
function copied(located: Located, folder: string): { files: Files; isUnchanged(): boolean } {
  const files = filesOf(located)
  if (files.from !== 'database') return { files, isUnchanged: () => true }
  const { copy, isUnchanged } = copyDatabase(files.database, folder)
  return { files: { from: 'database', database: copy }, isUnchanged }
}

function recentlyWritten({ database }: Located): string[] {
  const written = database === null ? 0 : statSync(database).mtimeMs
  const seconds = Math.round((Date.now() - written) / 1000)
  return seconds * 1000 < RECENTLY_WRITTEN ? [texts.writtenLately(Math.max(0, seconds))] : []
}

function printAnswer(io: CommandIo, answer: ImportAnswer, more: readonly string[]): void {
  if (answer.state === 'locked') return
  const { state, npub, comes, stays, warnings } = answer
  const isDone = state === 'imported'
  const lines = (items: readonly string[]) => items.map((item) => `  ${item}\n`).join('')
  io.stdout.write(
    `${isDone ? 'Imported' : 'Would be imported'}, signing for ${npub}:\n${lines(comes)}` +
      (stays.length === 0 ? '' : `Stays behind:\n${lines(stays)}`) +
      (isDone ? 'Start Floe. Never start igloo-server with this share again.\n' : ''),
  )
  const heed = isDone ? [] : [...warnings, ...more]
  for (const warning of heed) io.stderr.write(`floe: ${warning}\n`)
}
