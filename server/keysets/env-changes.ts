import type { z } from 'zod'
import type { envUpdate, PoliciesGiven } from '#contract/env.ts'
import { type EnvKey, envKeys } from '#contract/env-keys.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { http, ownerEvent, protocolTexts as texts, validation } from '#contract/messages.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import { parseRelaysSetting, relaysAmong } from '#contract/relay-url.ts'
import { spares as spareTexts } from '#contract/reserved-share-messages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/decide.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { outlineOf } from '#protocol/packages.ts'
import type { Supervisor } from '#signer/supervisor.ts'
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
    ruleSet,
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
    const stranded = isKeyset ? reservedShares.lostWith({ keyset: null }) : 0
    return stranded > 0 ? spareTexts.waiting(stranded) : null
  }

  const enforce = (rules: readonly Rule[], actor: string) => {
    for (const rule of rules) {
      ruleSet.enforce(rule)
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
      const stranded = reservedShares.lostWith(credentials)
      if (stranded > 0) {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return fail(`GROUP_CRED: ${spareTexts.waiting(stranded)}`)
      }
      const asking = draftAskRules(policies, ruleSet)
      if (!asking.ok) {
        audit({ actor, action: 'env.save', outcome: 'refused' })
        return fail(`policies: ${asking.error}`)
      }
      let kept: Rule[] = []
      // A peer that the policies deny something must not be answered in between.
      peerPolicies.denyWith({ policies, actor }, () => {
        kept = asking.value.map((draft) => ruleSet.save(draft))
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

const POLICIES = 'policies'

export interface EnvUpdate {
  /** What to save, in the form in which it is saved. */
  changes: Partial<Record<EnvKey, string>>
  /**
   * Policies for peers in the group that would be in force, by their keys as the group has them.
   */
  policies: PoliciesGiven
  rejectedKeys: string[]
  /** What was left out, and why. */
  warnings: string[]
  /** What the credentials say that would be in force. */
  credentials: Credentials
}

/**
 * Checks a change of the settings as a whole before any of it is saved: each value by itself, then
 * whether the share and the group that would be in force belong together.
 *
 * @param inForce the credentials before the change
 * @param hosts what hosts without a dot relays may have
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
  const warnings: string[] = []
  for (const key of envKeys) {
    const value = body[key]
    if (value === undefined) continue
    if (typeof value !== 'string') return fail(`${key}: ${http.mustBeString}`)
    const checked = checks[key](value.trim(), credentials, hosts)
    if (!checked.ok) return fail(`${key}: ${checked.error}`)
    changes[key] = checked.value
    if (key === 'RELAYS') warnings.push(...unusableRelays(value, hosts))
  }
  const isNew = changes.SHARE_CRED !== undefined || changes.GROUP_CRED !== undefined
  if (isNew && credentials.keyset?.ok === false) {
    return fail(`SHARE_CRED: ${credentials.keyset.error}`)
  }
  const policies = checkPolicies(body.policies ?? [], credentials)
  if (!policies.ok) return fail(`${POLICIES}: ${policies.error}`)
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

function unusableRelays(value: string, hosts: RelayHosts | undefined): string[] {
  const relays = relaysAmong(parseRelaysSetting(value), hosts)
  return relays.ok ? relays.left : []
}

type Check = (
  value: string,
  credentials: Credentials,
  hosts: RelayHosts | undefined,
) => Result<string>

/** What to save of a value, which has no space around it. */
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
    return relays.ok ? ok(JSON.stringify(relays.value)) : fail(relays.error)
  },
}
