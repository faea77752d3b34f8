import type { z } from 'zod'
import type { envUpdate, PoliciesGiven } from '#contract/env.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { http, protocolTexts as texts, validation } from '#contract/messages.ts'
import { cleanName } from '#contract/plain-text.ts'
import { parseRelaysSetting, type RelayHosts, relaysAmong } from '#contract/relay-url.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { outlineOf } from '#protocol/packages.ts'

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
