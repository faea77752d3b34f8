import { isDeepStrictEqual } from 'node:util'
import type { Passwords } from '#auth/passwords.ts'
import type { ImportAnswer } from '#contract/import.ts'
import { imports as texts } from '#contract/import-messages.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Scope } from '#contract/scopes.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { KeysetStore } from '#store/keyset-store.ts'
import type { Store } from '#store/open.ts'
import { chosenUser, openHousehold, shareHolders } from './accounts.ts'
import { carryOut } from './carry-out.ts'
import { openIgloo } from './database.ts'
import { headlessHousehold } from './environment-file.ts'
import { ImportError } from './errors.ts'
import type { Files } from './files.ts'
import type { Household } from './household.ts'
import { makePlan, type Plan, type Target } from './plan.ts'

/** What somebody who imports has chosen. */
export interface Choices {
  user: string | undefined
  /** Undefined: not given. */
  password: string | undefined
  dryRun: boolean
  scope: Scope | undefined
}

export interface Importing {
  reader: KeysetReader
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  deriveKey: DeriveKey
  passwords: Pick<Passwords, 'hashPassword'>
  /** Where it goes. */
  store: Pick<Store, 'transaction' | 'owner' | 'apiKeys'>
  kept: KeysetStore
  /** Whether credentials are in force. */
  hasKeyset(): boolean
  /** Right before it is written: throws where that would do harm. */
  isSafe?(): void | Promise<void>
}

/** What was done. */
export interface Imported {
  answer: ImportAnswer
  /** Null: nothing was written. */
  plan: Plan | null
}

/**
 * Imports files of ours, or says what that would be.
 *
 * @throws ImportError, and a StoreError when it can't be kept: nothing is changed then
 */
export async function importFiles(
  files: Files,
  choices: Choices,
  importing: Importing,
): Promise<Imported> {
  const { reader, relayHosts, store, kept, passwords, isSafe } = importing
  const opened = await openFiles(files, choices, importing)
  if ('locked' in opened) {
    return { answer: { state: 'locked', users: opened.locked }, plan: null }
  }
  const now = Date.now()
  const target = targetOf(importing)
  const plan = makePlan(opened, { reader, relayHosts, target, scope: choices.scope, now })
  const { report, login } = plan
  const warnings = [texts.stopFirst]
  if (choices.dryRun) return { answer: { state: 'dry run', ...report, warnings }, plan: null }
  const passwordHash = login === null ? undefined : await passwords.hashPassword(login.password)
  await isSafe?.()
  const left = carryOut(plan, {
    ...{ store, kept, passwordHash, now },
    check: () => {
      if (isDeepStrictEqual(targetOf(importing), target)) return
      throw new ImportError('TAKEN', importing.hasKeyset() ? texts.taken : texts.changed)
    },
  })
  const stays = [...report.stays, ...left]
  return { answer: { state: 'imported', ...report, stays, warnings }, plan }
}

async function openFiles(
  files: Files,
  { user: name, password }: Choices,
  { deriveKey }: Pick<Importing, 'deriveKey'>,
): Promise<Household | { locked: string[] }> {
  if (files.from === 'environment') return headlessHousehold(files.environment, files.policies)
  const db = openIgloo(files.database)
  try {
    if (password === undefined) {
      const holders = name === undefined ? shareHolders(db) : []
      const users = holders.length > 0 ? holders : [chosenUser(db, name)]
      return { locked: users.map(({ username }) => username) }
    }
    return await openHousehold(db, chosenUser(db, name), { password, deriveKey })
  } finally {
    db.close()
  }
}

const targetOf = ({ store, kept, hasKeyset }: Importing): Target => ({
  hasKeyset: hasKeyset(),
  owner: store.owner.get()?.username ?? null,
  apiKeys: store.apiKeys.list(),
  apps: kept.apps
    .list()
    .map(({ seckey, client }) => ({ signer: xOnly(publicPoint(seckey)), client })),
})
