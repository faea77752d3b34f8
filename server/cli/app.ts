import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { readConfig } from '#config/read-config.ts'
import { acceptRequest, inviteRequest } from '#contract/apps.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { plainLine } from '#contract/plain-text.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { schemaMessage } from '#contract/schema-messages.ts'
import { type Clock, createClock } from '#lib/clock.ts'
import { AppRegistration, type AppResult, callerOf } from '#nip46/registration.ts'
import { createRegistry, type RegisteredApp, type Registry } from '#nip46/registry.ts'
import { Usage } from '#nip46/usage.ts'
import { viewOf } from '#nip46/view.ts'
import { createStoredRuleSet, type RuleSet } from '#policy/rule-set.ts'
import { relaysInForce } from '#signer/running.ts'
import { createApps } from '#store/apps.ts'
import { createCallerSettings } from '#store/caller-settings.ts'
import { createKeysetSettings } from '#store/keyset-settings.ts'
import { createRules } from '#store/rules.ts'
import { createSealer } from '#store/sealing.ts'
import { createUses } from '#store/uses.ts'
import {
  byAction,
  type Command,
  type CommandIo,
  EXIT,
  readArguments,
  UsageError,
} from './command.ts'
import { changeDatabase, recordCommand } from './data-folder.ts'
import { serverHealth } from './healthcheck.ts'

const help = `Usage: floe app invite --name NAME [--preset PRESET] [--allow WISH]... [--relay URL]...
                       [--expires SECONDS]
       floe app accept LINK [--name NAME] [--preset PRESET] [--allow WISH]...
       floe app list [--json]
       floe app remove ID

  Apps that sign with the key over relays (NIP-46), even while the server runs, which takes a change over
  within a second.

  invite    makes an app and prints its bunker:// link on standard output, this once: whoever uses it
            first is the app. It can be used for SECONDS, ten minutes unless given, a day at most. The
            app is met on the given relays, or else on the signer's.
  accept    pairs the app that shows LINK (nostrconnect://…), prints its id, and waits until the server
            has answered it on its relays. If none runs, that is done when one starts.
  list      id, state, preset, when it was made and last used, name; never a link or a secret key.
  remove    nothing more is answered once this ends, and its rights are deleted.

  PRESET is what an app may do without being asked about: ask (nothing; the default), everyday, careful
  (all but what can't be undone), all. A WISH allows more for ever: sign_event, sign_event:KIND,
  nip44_encrypt, nip44_decrypt, nip04_encrypt, nip04_decrypt; with accept, those that LINK asks for.

Exits with 0 when it is done, 1 when it failed, there is no such app, or no relay has taken the answer to
it yet, 2 when called incorrectly, 3 when a newer Floe wrote the database, 4 when the sealing key is
missing, 5 when somebody else has changed the database.
`

export const command: Command = { help, run: byAction({ invite, accept, list, remove }) }

const RIGHTS = {
  name: { type: 'string' },
  preset: { type: 'string', default: 'ask' },
  allow: { type: 'string', multiple: true },
} as const

async function invite(args: string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, {
    ...RIGHTS,
    relay: { type: 'string', multiple: true },
    expires: { type: 'string' },
  })
  const { expires, relay: relays, ...rights } = values
  if (rights.name === undefined) throw new UsageError('--name is missing')
  const expiresIn = expires === undefined ? undefined : Number(expires)
  const request = checked(inviteRequest, { ...rights, relays, expiresIn })
  const invited = admitted(io, ({ registration, audit }) => {
    const made = registration.invite(request)
    if (made.ok) audit('app.invite', made.value.id)
    return made
  })
  if (invited === null) return EXIT.failed
  io.stdout.write(`${invited.uri}\n`)
  if (!(await isServerThere(io))) warn(io, 'no server runs here now: the link works once one does')
  return EXIT.done
}

async function accept(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, RIGHTS, ['LINK'])
  const request = checked(acceptRequest, { ...values, uri: positionals[0] })
  const accepted = admitted(io, ({ registration, audit }) => {
    const made = registration.accept(request)
    if (made.ok) {
      registration.grant(made.value.app, request)
      audit('app.accept', made.value.app.id)
    }
    return made
  })
  if (accepted === null) return EXIT.failed
  const { id } = accepted.app
  io.stdout.write(`${id}\n`)
  if (!(await isServerThere(io))) {
    warn(io, 'no server runs here now: the app is answered once one does')
    return EXIT.done
  }
  const end = performance.now() + ANSWER_TIMEOUT
  while (performance.now() < end) {
    await delay(ANSWER_POLL_INTERVAL)
    if (changeApps(io, ({ registry }) => registry.get(id)?.greeting ?? null) === null)
      return EXIT.done
  }
  warn(
    io,
    'the app is accepted, but none of its relays has taken the answer yet: the server tries on',
  )
  return EXIT.failed
}

/** How long `app accept` waits until the running server has answered the app on its relays. Milliseconds. */
const ANSWER_TIMEOUT = 12_000
const ANSWER_POLL_INTERVAL = 250

function list(args: string[], io: CommandIo): number {
  const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
  const apps = changeApps(io, (kept) => kept.registry.all.map((app) => listed(app, kept)))
  if (values.json) {
    io.stdout.write(`${JSON.stringify(apps, null, 2)}\n`)
    return EXIT.done
  }
  for (const { id, state, preset, createdAt, lastUsedAt, name } of apps) {
    const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt}`
    const what = [id, state, preset ?? 'no preset', `made ${createdAt}`, used]
    io.stdout.write(`${[...what, plainLine(name, CALLER_NAME_CHARS_MAX)].join('  ')}\n`)
  }
  return EXIT.done
}

/** An app as stored. Leaves out what only the running server knows. */
function listed(app: RegisteredApp, stored: StoredApps) {
  const unknown = { wrongSecrets: 0, usesNip04: false, statusOf: () => undefined }
  const { wrongSecrets, usesNip04, relays, ...view } = viewOf(app, stored, unknown)
  return { ...view, relays: relays.map(({ url }) => url) }
}

async function remove(args: string[], io: CommandIo): Promise<number> {
  const [id = ''] = readArguments(args, {}, ['ID']).positionals
  const wasThere = changeApps(io, ({ registry, ruleSet, audit }) => {
    if (registry.get(id) === undefined) return false
    registry.delete(id)
    ruleSet.forget(callerOf({ id }))
    audit('app.remove', id)
    return true
  })
  if (!wasThere) {
    warn(io, 'there is no app with this id: floe app list shows them')
    return EXIT.failed
  }
  // A health request makes the server read the change at once.
  await isServerThere(io)
  return EXIT.done
}

/** Checks arguments by the API's schema. @throws UsageError that names the option */
function checked<Schema extends z.ZodType>(schema: Schema, given: object): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(given, { error: schemaMessage })
  if (success) return data
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  throw new UsageError(`${OPTIONS[field] ?? `--${field}`}: ${issue?.message ?? 'invalid'}`)
}

/** The command's names of the API's fields. */
const OPTIONS: Record<string, string> = {
  uri: 'LINK',
  relays: '--relay',
  expiresIn: '--expires',
}

/** Null: nothing was changed, and stderr has the reason. */
function admitted<T>(io: CommandIo, change: (apps: StoredApps) => AppResult<T>): T | null {
  const { ok, ...admission } = changeApps(io, change)
  if ('value' in admission) return admission.value
  if (admission.fault === 'invalid') throw new UsageError(admission.error)
  warn(io, admission.error)
  return null
}

async function isServerThere(io: CommandIo): Promise<boolean> {
  const { host, port } = io.read(readConfig)
  return (await serverHealth(host, port)) !== null
}

const warn = ({ stderr }: CommandIo, line: string): void => void stderr.write(`floe: ${line}\n`)

/** The first keyset's apps, as stored. */
interface StoredApps {
  registry: Registry
  registration: AppRegistration
  ruleSet: RuleSet
  usage: Usage
  clock: Clock
  /** Adds an audit row with the actor `command-line`. */
  audit(action: 'app.invite' | 'app.accept' | 'app.remove', app: string): void
}

/** Changes the apps in the data folder, in one transaction. A running server reads the change within a second. */
function changeApps<T>(io: CommandIo, change: (apps: StoredApps) => T): T {
  const { env, relayHosts } = io.read(readConfig)
  const clock = createClock()
  const keyset = FIRST_KEYSET
  return changeDatabase(io, (db, guards, key) => {
    const sealer = createSealer(key)
    const store = createApps(db, { sealer, guards, keyset })
    const registry = createRegistry(store)
    const ruleSet = createStoredRuleSet({
      rules: createRules(db, { guards, keyset }),
      settings: createCallerSettings(db, { guards, keyset }),
      uses: createUses(db, { keyset, now: clock.now }),
      clock,
    })
    const relays = () => {
      const { RELAYS } = createKeysetSettings(db, { sealer, guards, keyset }).effectiveEnv({
        RELAYS: env.RELAYS,
      })
      const inForce = relaysInForce(RELAYS.value, relayHosts)
      return inForce.ok ? inForce.value : []
    }
    return change({
      registration: new AppRegistration({ registry, ruleSet, relays, relayHosts, ...clock.latest }),
      // Read only, so no error can occur.
      usage: new Usage(store, Date.now, () => {}),
      audit: (action, app) => recordCommand(db, keyset, action, { app }),
      ...{ registry, ruleSet, clock },
    })
  })
}
