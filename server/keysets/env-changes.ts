import type { z } from 'zod'
import {
  http,
  reservedShares as shareTexts,
  protocolTexts as texts,
  validation,
} from '#contract/codes.ts'
import type { envUpdate, PoliciesGiven } from '#contract/env.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { type Failure, type Message, ofField } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import { cleanName } from '#contract/plain-text.ts'
import { parseRelaysSetting, type RelayHosts, relaysAmong } from '#contract/relay-url.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/decide.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { outlineOf } from '#protocol/packages.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AuditRecord } from '#store/audit-rows.ts'
import type { KeysetSettings } from '#store/keyset-settings.ts'
import type { Shares } from '#store/shares.ts'
import { draftAskRules } from './credential-policies.ts'
import type { ReservedShares } from './invitations/reserved-shares.ts'
import type { PeerPolicies } from './peer-policies.ts'

export interface EnvChangesOptions {
  reader: Pick<KeysetReader, 'readCredentials'>
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  keyset: Pick<Supervisor, 'credentials'>
  policies: Pick<PeerPolicies, 'denyWith'>
  ruleSet: Pick<RuleSet, 'rules' | 'draft' | 'save' | 'enforce'>
  reservedShares: Pick<ReservedShares, 'lostWith'>
  saved: Pick<KeysetSettings, 'saveEnv' | 'deleteEnv'>
  shares: Pick<Shares, 'deleteAll'>
  /** Saves everything that `work` saves, or nothing. */
  transaction(work: () => void): void
  /** Names settings, never their values. */
  audit(record: AuditRecord): void
  log: Pick<KeysetLog, 'add'>
  /** Starts, restarts or stops the signer to match the settings. */
  apply(checked?: Credentials): void
}

export type EnvChanges = ReturnType<typeof createEnvChanges>

/** Changes of the four credentials. A change is saved as a whole or not at all, before it takes effect. */
export function createEnvChanges(options: EnvChangesOptions) {
  const { reader, keyset, ruleSet, reservedShares, saved, audit, log, apply } = options

  /** Open consoles read the changed settings again. */
  const report = (changed: readonly EnvKey[], message: (keys: readonly EnvKey[]) => string) => {
    if (changed.length > 0) log.add('system', message(changed), { settings: changed })
  }

  const credentialsWithout = (removed: readonly EnvKey[]): Credentials => {
    const { credentials } = keyset
    const { share, group } = credentials.texts
    const remaining = (key: EnvKey, text: string | undefined) =>
      removed.includes(key) ? undefined : text
    return reader.readCredentials(
      { share: remaining('SHARE_CRED', share), group: remaining('GROUP_CRED', group) },
      credentials,
    )
  }

  const enforce = (rules: readonly Rule[], actor: string) => {
    for (const rule of rules) {
      ruleSet.enforce(rule)
      const detail = { rule: rule.id, verdict: 'ask' }
      audit({ actor, action: 'rule.add', outcome: 'ok', detail })
    }
    if (rules.length > 0) log.add('info', ownerEvent.rulesChanged, { rules: true })
  }

  return {
    /**
     * @param removed keys that the same change deletes; the values are checked without them
     * @returns an error that begins with the field's name
     */
    save: (
      body: z.infer<typeof envUpdate>,
      { actor, removed = [] }: { actor: string; removed?: readonly EnvKey[] },
    ): Result<Pick<EnvUpdate, 'rejectedKeys' | 'warnings'>> => {
      const refuse = (why: Failure) => {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return fail(why)
      }
      const inForce = removed.length === 0 ? keyset.credentials : credentialsWithout(removed)
      const update = checkEnvUpdate(body, inForce, reader, options.relayHosts)
      if (!update.ok) return refuse(update)
      const { changes, policies, rejectedKeys, warnings, credentials } = update.value
      const lost = reservedShares.lostWith(credentials)
      if (lost > 0) return refuse(ofField('GROUP_CRED', shareTexts.waiting(lost)))
      const drafts = draftAskRules(policies, ruleSet)
      if (!drafts.ok) return refuse(ofField('policies', drafts))
      let rules: Rule[] = []
      // The policies take effect first: otherwise a peer could be answered although they deny it.
      options.policies.denyWith({ policies, actor }, () => {
        rules = drafts.value.map((draft) => ruleSet.save(draft))
        if (removed.length > 0) saved.deleteEnv(removed)
        saved.saveEnv(changes)
      })
      enforce(rules, actor)
      const keys = envKeys.filter((key) => changes[key] !== undefined)
      audit({ actor, action: 'env.save', outcome: 'ok', detail: { keys } })
      if (removed.length > 0) {
        audit({ actor, action: 'env.delete', outcome: 'ok', detail: { keys: [...removed] } })
      }
      report(removed, ownerEvent.settingsDeleted)
      report(keys, ownerEvent.settingsSaved)
      apply(credentials)
      return ok({ rejectedKeys, warnings })
    },

    /**
     * Deletes values for good: the environment's are not used either. Refused if reserved shares would be lost.
     *
     * @param shareRecords deletes all saved share records too
     * @returns which keys had a value, and how many share records there were
     */
    remove: (
      keys: readonly EnvKey[],
      { actor, shareRecords = false }: { actor: string; shareRecords?: boolean },
    ): Result<{ deletedKeys: EnvKey[]; deletedShareRecords: number }> => {
      const isKeyset = keys.includes('SHARE_CRED') || keys.includes('GROUP_CRED')
      const lost = isKeyset ? reservedShares.lostWith({ keyset: null }) : 0
      if (lost > 0) return fail(shareTexts.waiting(lost))
      let deletedKeys: EnvKey[] = []
      let deletedShareRecords = 0
      options.transaction(() => {
        deletedKeys = saved.deleteEnv(keys)
        if (shareRecords) deletedShareRecords = options.shares.deleteAll()
      })
      const detail = {
        keys: deletedKeys,
        ...(shareRecords && { shareRecords: deletedShareRecords }),
      }
      audit({ actor, action: 'env.delete', outcome: 'ok', detail })
      report(deletedKeys, ownerEvent.settingsDeleted)
      apply()
      return ok({ deletedKeys, deletedShareRecords })
    },
  }
}

const POLICIES = 'policies'

export interface EnvUpdate {
  /** What to save, in its saved form. */
  changes: Partial<Record<EnvKey, string>>
  /** Policies of peers in the new group, with the keys as the group has them. */
  policies: PoliciesGiven
  rejectedKeys: string[]
  /** What was left out, and why. */
  warnings: Message[]
  /** The credentials that would be in force. */
  credentials: Credentials
}

/**
 * Checks a change before any of it is saved: each value, and whether the new share and group belong together.
 *
 * @param inForce the credentials before the change
 * @param hosts hosts without a dot that relays may have
 * @returns an error that begins with the field's name
 */
export function checkEnvUpdate(
  body: z.infer<typeof envUpdate>,
  inForce: Credentials,
  { readCredentials }: Pick<KeysetReader, 'readCredentials'>,
  hosts?: RelayHosts,
): Result<EnvUpdate> {
  const given = (key: EnvKey) => (typeof body[key] === 'string' ? body[key].trim() : undefined)
  const { share, group } = inForce.texts
  const credentials = readCredentials(
    { share: given('SHARE_CRED') ?? share, group: given('GROUP_CRED') ?? group },
    inForce,
  )
  const changes: EnvUpdate['changes'] = {}
  const warnings: Message[] = []
  for (const key of envKeys) {
    const value = body[key]
    if (value === undefined) continue
    if (typeof value !== 'string') return fail(ofField(key, http.mustBeString))
    const checked = checks[key](value.trim(), credentials, hosts)
    if (!checked.ok) return fail(ofField(key, checked))
    changes[key] = checked.value
    warnings.push(...(checked.left ?? []))
  }
  const isNew = changes.SHARE_CRED !== undefined || changes.GROUP_CRED !== undefined
  if (isNew && credentials.keyset?.ok === false) {
    return fail(ofField('SHARE_CRED', credentials.keyset))
  }
  const policies = checkPolicies(body.policies ?? [], credentials)
  if (!policies.ok) return fail(ofField(POLICIES, policies))
  const known: readonly string[] = [...envKeys, POLICIES]
  const rejectedKeys = Object.keys(body).filter((key) => !known.includes(key))
  return ok({ changes, policies: policies.value, rejectedKeys, warnings, credentials })
}

function checkPolicies(given: PoliciesGiven, { self, group }: Credentials): Result<PoliciesGiven> {
  if (given.length === 0) return ok([])
  if (self === null || !group?.ok) return fail(http.noGroupCredential)
  const { members } = outlineOf(group.value)
  const policies: PoliciesGiven = []
  for (const policy of given) {
    const peer = members.find(({ pubkey }) => xOnly(pubkey) === xOnly(policy.pubkey))
    if (peer === undefined || xOnly(peer.pubkey) === self) return fail(texts.peerNotFound)
    policies.push({ ...policy, pubkey: peer.pubkey })
  }
  return ok(policies)
}

type Check = (
  value: string,
  credentials: Credentials,
  hosts: RelayHosts | undefined,
) => Result<string> & { left?: Message[] }

/** Checks one trimmed value. @returns what to save, and what was left out */
const checks: Record<EnvKey, Check> = {
  SHARE_CRED: (value, { share }) => (share?.ok === false ? share : ok(value)),
  GROUP_CRED: (value, { group }) => (group?.ok === false ? group : ok(value)),
  GROUP_NAME: (given) => {
    const name = cleanName(given)
    if (name === '') return fail(validation.nameRequired)
    return name.length > KEYSET_NAME_CHARS_MAX
      ? fail(validation.nameTooLong(KEYSET_NAME_CHARS_MAX))
      : ok(name)
  },
  RELAYS: (value, _, hosts) => {
    const relays = relaysAmong(parseRelaysSetting(value), hosts)
    return relays.ok ? { ...ok(JSON.stringify(relays.value)), left: relays.left } : fail(relays)
  },
}
