import { readConfig } from '#config/read-config.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { type Clock, createClock } from '#lib/clock.ts'
import { Admissions } from '#nip46/authorise-sender.ts'
import { createRegistry, type Registry } from '#nip46/registry.ts'
import { Usage } from '#nip46/usage.ts'
import { createUses } from '#policy/limit-usage.ts'
import type { Doors } from '#policy/ports.ts'
import { createBook, type RuleBook } from '#policy/rule-set.ts'
import { relaysInForce } from '#signer/relays-in-force.ts'
import { createApps } from '#store/apps.ts'
import { createAuditTable } from '#store/audit-table.ts'
import { createKeysetSettings } from '#store/keyset-settings.ts'
import { changeGuarded } from '#store/outside.ts'
import { createRules } from '#store/rules.ts'
import { createSealer } from '#store/sealing.ts'
import { createCallerSettings } from '#store/caller-settings.ts'
import { createUses as createUseStore } from '#store/uses.ts'
import type { CommandIo } from './command.ts'
import { stderrLog } from './stderr-log.ts'

/** The apps of the first keyset, as they are kept. */
export interface KeptApps {
  registry: Registry
  admissions: Admissions
  book: RuleBook
  usage: Usage
  clock: Clock
  /** A row in the audit, by the owner at the command line. */
  audit(action: 'app.invite' | 'app.accept' | 'app.remove', app: string): void
}

/** What nobody asks for here: a command changes what is kept, and judges nothing. */
const NO_DOORS: Doors = { bar: () => null, byDoor: () => 'ask', nameOf: () => undefined }

/** Changes the apps in the data folder, in one transaction; a server that runs takes that over. */
export function changeApps<T>(io: CommandIo, change: (apps: KeptApps) => T): T {
  const { dataDir, secretKey, env, relayHosts } = io.read(readConfig)
  const folder = { dataDir, secret: secretKey?.reveal(), log: stderrLog(io) }
  const clock = createClock()
  const keyset = FIRST_KEYSET
  return changeGuarded(folder, (db, guards, key) => {
    const sealer = createSealer(key)
    const store = createApps(db, { sealer, guards, keyset })
    const registry = createRegistry(store)
    const book = createBook({
      rules: createRules(db, { guards, keyset }),
      standings: createCallerSettings(db, { guards, keyset }),
      uses: createUses({ store: createUseStore(db, { keyset, now: clock.now }), clock }),
      stop: { isStopped: false },
      doors: NO_DOORS,
      clock,
      onChange: () => {},
    })
    const relays = () => {
      const { RELAYS } = createKeysetSettings(db, { sealer, guards, keyset }).effectiveEnv({
        RELAYS: env.RELAYS,
      })
      const inForce = relaysInForce(RELAYS.value, relayHosts)
      return inForce.ok ? inForce.value : []
    }
    const table = createAuditTable(db)
    return change({
      admissions: new Admissions({ registry, book, relays, relayHosts, ...clock.latest }),
      // Only read: there is nothing to keep that could fail.
      usage: new Usage(store, Date.now, () => {}),
      audit: (action, app) =>
        table.append([
          {
            ...{ at: Date.now(), keyset, actor: 'command-line' },
            ...{ action, outcome: 'ok', detail: { app } },
          },
        ]),
      ...{ registry, book, clock },
    })
  })
}
