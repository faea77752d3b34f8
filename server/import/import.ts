import { isDeepStrictEqual } from 'node:util'
import type { Passwords } from '#auth/passwords.ts'
import { imports as texts } from '#contract/codes.ts'
import type { ImportAnswer, ImportReport } from '#contract/import.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { type Message, sentencesOf } from '#contract/message.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Scope } from '#contract/scopes.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { createClock } from '#lib/clock.ts'
import { callerOf } from '#nip46/registration.ts'
import { xOnly } from '#nostr/x-only.ts'
import { createStoredRuleSet, type RuleSet } from '#policy/rule-set.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { StoreError } from '#store/errors.ts'
import type { KeysetStore } from '#store/keyset-store.ts'
import type { Store } from '#store/open.ts'
import { findUser, openAccount, shareHolders } from './accounts.ts'
import { rulesOfPolicy } from './apps-policy.ts'
import { openIgloo } from './database.ts'
import { readHeadless } from './environment-file.ts'
import { ImportError } from './errors.ts'
import { clearFolders, type Files, makeFolder, receive, type Sent } from './files.ts'
import type { Installation } from './installation.ts'
import { makePlan, type Plan, type Target } from './plan.ts'

/** What the importing owner has chosen. */
export interface Choices {
  user: string | undefined
  /** Undefined: not given. */
  password: string | undefined
  dryRun: boolean
  scope: Scope | undefined
}

export interface ImportOptions {
  reader: KeysetReader
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  deriveKey: DeriveKey
  passwords: Pick<Passwords, 'hashPassword'>
  store: Pick<Store, 'transaction' | 'owner' | 'apiKeys'>
  kept: KeysetStore
  /** Whether credentials are in force. */
  hasKeyset(): boolean
  /** Called right before the import is written; throws if that would do harm. */
  requireSafe?(): void | Promise<void>
}

/** The result of an import. */
export interface Imported {
  answer: ImportAnswer
  /** Null: nothing was written. */
  plan: Plan | null
}

/**
 * Imports copies of igloo-server's files; a dry run only reports what an import would write.
 *
 * @throws ImportError, and a StoreError if it can't be saved: nothing is changed then
 */
export async function importFiles(
  files: Files,
  choices: Choices,
  options: ImportOptions,
): Promise<Imported> {
  const { reader, relayHosts, store, kept, passwords, requireSafe } = options
  const opened = await openFiles(files, choices, options)
  if ('locked' in opened) {
    return { answer: { state: 'locked', users: opened.locked }, plan: null }
  }
  const now = Date.now()
  const target = targetOf(options)
  const plan = makePlan(opened, { reader, relayHosts, target, scope: choices.scope, now })
  const { report, login } = plan
  if (choices.dryRun) return { answer: { state: 'dry run', ...reportOf(report) }, plan: null }
  const passwordHash = login === null ? undefined : await passwords.hashPassword(login.password)
  await requireSafe?.()
  const left = writePlan(plan, {
    ...{ store, kept, passwordHash, now },
    check: () => {
      if (isDeepStrictEqual(targetOf(options), target)) return
      throw new ImportError('TAKEN', options.hasKeyset() ? texts.taken : texts.changed)
    },
  })
  const stays = [...report.stays, ...left]
  return { answer: { state: 'imported', ...reportOf({ ...report, stays }) }, plan }
}

function reportOf({ comes, stays, ...about }: Plan['report']): ImportReport {
  const warnings = [texts.stopFirst]
  return {
    ...about,
    ...{ comes: sentencesOf(comes), comesMessages: comes },
    ...{ stays: sentencesOf(stays), staysMessages: stays },
    ...{ warnings: sentencesOf(warnings), warningMessages: warnings },
  }
}

async function openFiles(
  files: Files,
  { user: name, password }: Choices,
  { deriveKey }: Pick<ImportOptions, 'deriveKey'>,
): Promise<Installation | { locked: string[] }> {
  if (files.from === 'environment') return readHeadless(files.environment, files.policies)
  const db = openIgloo(files.database)
  try {
    if (password === undefined) {
      const holders = name === undefined ? shareHolders(db) : []
      const users = holders.length > 0 ? holders : [findUser(db, name)]
      return { locked: users.map(({ username }) => username) }
    }
    return await openAccount(db, findUser(db, name), { password, deriveKey })
  } finally {
    db.close()
  }
}

const targetOf = ({ store, kept, hasKeyset }: ImportOptions): Target => ({
  hasKeyset: hasKeyset(),
  owner: store.owner.get()?.username ?? null,
  apiKeys: store.apiKeys.list(),
  apps: kept.apps
    .list()
    .map(({ seckey, client }) => ({ signer: xOnly(publicPoint(seckey)), client })),
})

interface WriteOptions extends Pick<ImportOptions, 'store' | 'kept'> {
  /** Of the plan's login; undefined where it has none. */
  passwordHash: string | undefined
  /** Called in the transaction; throws if the target has changed since the plan was made. */
  check(): void
  /** Unix milliseconds. */
  now: number
}

/**
 * Writes a plan, all of it or nothing.
 *
 * @returns a line of the report for each app whose rules could not all be added
 * @throws StoreError if it can't be saved
 */
function writePlan(plan: Plan, { store, kept, passwordHash, check, now }: WriteOptions): Message[] {
  const stays: Message[] = []
  store.transaction(() => {
    check()
    kept.settings.saveEnv(plan.env)
    for (const policy of plan.policies) kept.policies.set({ ...policy, denied: [] })
    for (const key of plan.keys) store.apiKeys.add(key)
    if (plan.login !== null && passwordHash !== undefined) {
      store.owner.set({ username: plan.login.username, passwordHash, changedAt: now })
    }
    const { rules, callerSettings: settings, uses } = kept
    const ruleSet = createStoredRuleSet({ rules, settings, uses, clock: createClock() })
    for (const { pubkey, name } of plan.names) ruleSet.setName({ door: 'peer', id: pubkey }, name)
    for (const app of plan.apps) {
      kept.apps.add(app.kept)
      stays.push(...grant(ruleSet, app))
    }
  })
  return stays
}

function grant(ruleSet: RuleSet, { kept, name, policy }: Plan['apps'][number]): Message[] {
  const caller = callerOf(kept)
  ruleSet.setName(caller, name)
  ruleSet.update(caller, { preset: 'ask' })
  for (const rule of rulesOfPolicy(policy)) {
    const added = ruleSet.add({ ...rule, whom: caller, verdict: 'allow' })
    if (!added.ok) return [texts.appRights(name, added)]
  }
  return []
}

/** An import in the audit: how much was imported, but nothing of it. */
export const importRecord = (actor: string, plan: Plan) => ({
  actor,
  action: 'import' as const,
  outcome: 'ok' as const,
  detail: {
    from: 'igloo-server',
    apiKeys: plan.keys.length,
    apps: plan.apps.length,
    policies: plan.policies.length,
    login: plan.login !== null,
  },
})

export interface ImportsOptions extends Omit<ImportOptions, 'requireSafe'> {
  dataDir: string
  /** Makes the running server use what was written. */
  onImported(plan: Plan): void
}

/** Imports into the running server. */
export function createImports(options: ImportsOptions) {
  const { dataDir, kept, onImported } = options
  let isImporting = false
  clearFolders(dataDir)
  return {
    /**
     * Imports an igloo-server at once, or reports what that would write.
     *
     * @param sent its files, in one upload
     * @throws ImportError, and a StoreError: nothing has changed then; LOCKED while another is under way
     */
    igloo: async (
      sent: Omit<Sent, 'maxBytes'>,
      choices: Choices,
      actor: string,
    ): Promise<ImportAnswer> => {
      if (isImporting) throw new StoreError('LOCKED', texts.busy)
      isImporting = true
      try {
        const folder = makeFolder(dataDir)
        const files = await receive({ ...sent, maxBytes: IMPORT_BYTES_MAX }, folder)
        const { answer, plan } = await importFiles(files, choices, options)
        if (plan === null) return answer
        kept.audit.record(importRecord(actor, plan))
        onImported(plan)
        return answer
      } finally {
        clearFolders(dataDir)
        isImporting = false
      }
    },
  }
}
