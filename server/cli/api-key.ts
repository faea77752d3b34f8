import { ApiKeys } from '#auth/api-keys.ts'
import { AuthError } from '#auth/errors.ts'
import { scopes } from '#contract/scopes.ts'
import { createApiKeys } from '#store/api-keys.ts'
import {
  byAction,
  type Command,
  type CommandIo,
  EXIT,
  readArguments,
  stderrLog,
  UsageError,
} from './command.ts'
import { changeDatabase, recordCommand } from './data-folder.ts'

const help = `Usage: floe api-key list [--json]
       floe api-key create NAME --scope read|sign|approve|admin
       floe api-key revoke ID

  Lists, makes and revokes API keys, even while the server runs: a new key is accepted at once, a
  revoked one is refused at once, and what it has opened closes within a second.

  list      id, name, scope, when it was made and last used; never a key. The API_KEY
            in the environment is not listed.
  create    prints the key on standard output, this once.

Exits with 0 when it is done, 1 when it failed or there is no such key, 2 when called incorrectly,
3 when a newer Floe wrote the database, 4 when the sealing key is missing, 5 when somebody else has
changed the database.
`

export const command: Command = { help, run: byAction({ list, create, revoke }) }

function list(args: string[], io: CommandIo): number {
  const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
  const keys = changeDatabase(io, (db, guards) => createApiKeys(db, guards).list()).map(
    ({ id, name, scope, createdAt, lastUsedAt }) => ({
      ...{ id, name, scope, createdAt: new Date(createdAt).toISOString() },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }),
  )
  if (values.json) {
    io.stdout.write(`${JSON.stringify(keys, null, 2)}\n`)
    return EXIT.done
  }
  for (const { id, name, scope, createdAt, lastUsedAt } of keys) {
    const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`
    io.stdout.write(`${[id, scope, `made ${createdAt}`, used, name].join('  ')}\n`)
  }
  return EXIT.done
}

function create(args: string[], io: CommandIo): number {
  const { values, positionals } = readArguments(args, { scope: { type: 'string' } }, ['NAME'])
  const [name = ''] = positionals
  const scope = scopes.find((candidate) => candidate === values.scope)
  if (scope === undefined) throw new UsageError(`--scope must be one of ${scopes.join(', ')}`)
  const key = changeDatabase(io, (db, guards) => {
    const keys = new ApiKeys({
      store: createApiKeys(db, guards),
      environmentKey: undefined,
      log: stderrLog(io),
      now: Date.now,
    })
    try {
      const made = keys.create({ name, scope })
      recordCommand(db, null, 'api-key.create', { name, scope })
      return made.key
    } catch (error) {
      if (error instanceof AuthError) throw new UsageError(error.message)
      throw error
    } finally {
      keys.stop()
    }
  })
  io.stdout.write(`${key}\n`)
  return EXIT.done
}

function revoke(args: string[], io: CommandIo): number {
  const [id = ''] = readArguments(args, {}, ['ID']).positionals
  const revoked = changeDatabase(io, (db, guards) => {
    const store = createApiKeys(db, guards)
    const found = store.list().find((key) => key.id === id)
    if (found === undefined) return false
    recordCommand(db, null, 'api-key.revoke', { name: found.name, scope: found.scope })
    return store.delete(id)
  })
  if (revoked) return EXIT.done
  io.stderr.write('floe: there is no API key with this id: floe api-key list shows them\n')
  return EXIT.failed
}
