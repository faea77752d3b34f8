import type { z } from 'zod'
import type { envUpdate } from '#contract/env.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import { spares as spareTexts } from '#contract/reserved-share-messages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Rule } from '#policy/rule.ts'
import type { RuleBook } from '#policy/rule-set.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { draftAsking } from './asking.ts'
import { checkEnvUpdate, type EnvUpdate } from './env-update.ts'
import type { ReservedShares } from './invitations/reserved-shares.ts'
import type { Policies } from './policies.ts'

export interface EnvChangesOptions {
  reader: Pick<KeysetReader, 'readCredentials'>
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  keyset: Pick<Supervisor, 'credentials'>
  policies: Pick<Policies, 'denyWith'>
  book: Pick<RuleBook, 'rules' | 'draft' | 'keep' | 'enforce'>
  reservedShares: Pick<ReservedShares, 'strandedBy'>
  saved: {
    saveEnv(changes: EnvUpdate['changes']): void
    deleteEnv(keys: readonly EnvKey[]): EnvKey[]
  }
  audit(record: EnvRecord | AskingRecord): void
  log: Pick<KeysetLog, 'add'>
  /** Brings the signer in line with what is saved. */
  apply(checked?: Credentials): void
}

/** A change as the audit records it: which settings, never their values. */
export interface EnvRecord {
  actor: string
  action: 'env.save' | 'env.delete'
  outcome: 'ok' | 'refused'
  detail?: { keys: EnvKey[] }
}

/** A rule that came with credentials. */
export interface AskingRecord {
  actor: string
  action: 'rule.add'
  outcome: 'ok'
  detail: { rule: number; verdict: 'ask' }
}

/** What was left out of a change, and why. */
type LeftOut = Pick<EnvUpdate, 'rejectedKeys' | 'warnings'>

/** Changes of the four credentials: on the disk before they take effect, all of one or none of it. */
export interface EnvChanges {
  /**
   * @param removed what is deleted by the same change; the values are checked as if it were gone
   * @returns an error that begins with the field's name
   */
  save(
    body: z.infer<typeof envUpdate>,
    by: { actor: string; removed?: readonly EnvKey[] },
  ): Result<LeftOut>
  /** Why these may not be deleted, or null: shares for other devices that wait here would be lost. */
  refusalToRemove(keys: readonly EnvKey[]): string | null
  /** Deletes for good: the environment's values are not used either. */
  remove(keys: readonly EnvKey[], actor: string): Result<null>
}

export function createEnvChanges(options: EnvChangesOptions): EnvChanges {
  const {
    reader,
    keyset,
    policies: peerPolicies,
    book,
    reservedShares,
    saved,
    audit,
    log,
    apply,
  } = options

  /** Consoles that show them read them again when told of a change. */
  const tell = (changed: readonly EnvKey[], words: (keys: readonly EnvKey[]) => string) => {
    if (changed.length > 0) log.add('system', words(changed), { settings: changed })
  }

  const credentialsWithout = (removed: readonly EnvKey[]): Credentials => {
    const { credentials } = keyset
    const { share, group } = credentials.texts
    const left = (key: EnvKey, text: string | undefined) =>
      removed.includes(key) ? undefined : text
    return reader.readCredentials(
      { share: left('SHARE_CRED', share), group: left('GROUP_CRED', group) },
      credentials,
    )
  }

  const refusalToRemove = (keys: readonly EnvKey[]): string | null => {
    const isKeyset = keys.includes('SHARE_CRED') || keys.includes('GROUP_CRED')
    const stranded = isKeyset ? reservedShares.strandedBy({ keyset: null }) : 0
    return stranded > 0 ? spareTexts.waiting(stranded) : null
  }

  const enforce = (rules: readonly Rule[], actor: string) => {
    for (const rule of rules) {
      book.enforce(rule)
      const detail = { rule: rule.id, verdict: 'ask' } as const
      audit({ actor, action: 'rule.add', outcome: 'ok', detail })
    }
    if (rules.length > 0) log.add('info', ownerEvent.rulesChanged, { rules: true })
  }

  return {
    refusalToRemove,

    save: (body, { actor, removed = [] }) => {
      const inForce = removed.length === 0 ? keyset.credentials : credentialsWithout(removed)
      const update = checkEnvUpdate(body, inForce, reader, options.relayHosts)
      if (!update.ok) {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return update
      }
      const { changes, policies, rejectedKeys, warnings, credentials } = update.value
      const stranded = reservedShares.strandedBy(credentials)
      if (stranded > 0) {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return fail(`GROUP_CRED: ${spareTexts.waiting(stranded)}`)
      }
      const asking = draftAsking(policies, book)
      if (!asking.ok) {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return fail(`policies: ${asking.error}`)
      }
      let kept: Rule[] = []
      // A peer that the policies deny something must not be answered in between.
      peerPolicies.denyWith({ policies, actor }, () => {
        kept = asking.value.map((draft) => book.keep(draft))
        if (removed.length > 0) saved.deleteEnv(removed)
        saved.saveEnv(changes)
      })
      enforce(kept, actor)
      const keys = envKeys.filter((key) => changes[key] !== undefined)
      audit({ actor, action: 'env.save', outcome: 'ok', detail: { keys } })
      if (removed.length > 0) {
        audit({ actor, action: 'env.delete', outcome: 'ok', detail: { keys: [...removed] } })
      }
      tell(removed, ownerEvent.settingsDeleted)
      tell(keys, ownerEvent.settingsSaved)
      apply(credentials)
      return ok({ rejectedKeys, warnings })
    },

    remove: (keys, actor) => {
      const refusal = refusalToRemove(keys)
      if (refusal !== null) return fail(refusal)
      const deleted = saved.deleteEnv(keys)
      audit({ actor, action: 'env.delete', outcome: 'ok', detail: { keys: deleted } })
      tell(deleted, ownerEvent.settingsDeleted)
      apply()
      return ok(null)
    },
  }
}
