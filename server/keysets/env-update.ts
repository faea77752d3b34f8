import type { z } from 'zod'
import type { envUpdate, PoliciesGiven } from '../contract/env.ts'
import { type EnvKey, envKeys } from '../contract/env-keys.ts'
import { KEYSET_NAME_CHARS_MAX } from '../contract/limits.ts'
import { http, node as texts, validation } from '../contract/messages.ts'
import { parseRelaysSetting, relaysAmong } from '../contract/relay-url.ts'
import { fail, ok, type Result } from '../errors.ts'
import { pairOf, peerKeyOf, readGroup, readShare } from '../frostr/credentials.ts'
import { outlineOf } from '../frostr/packages.ts'
import { xOnly } from '../nostr/x-only.ts'

const POLICIES = 'policies'

export interface EnvUpdate {
  /** What to save, in the form that it is saved in. */
  changes: Partial<Record<EnvKey, string>>
  /** Of peers in the group that would be in force, by their keys as it has them. */
  policies: PoliciesGiven
  rejectedKeys: string[]
  /** What was left out, and why. */
  warnings: string[]
}

type Current = Readonly<Record<EnvKey, { value?: string | undefined }>>

/**
 * Checks a change of the settings as a whole, before any of it is saved: each value by itself,
 * then whether the share and the group that would be in force belong together.
 *
 * @returns an error that begins with the field's name
 */
export function checkEnvUpdate(
  body: z.infer<typeof envUpdate>,
  current: Current,
): Result<EnvUpdate> {
  const changes: EnvUpdate['changes'] = {}
  const warnings: string[] = []
  for (const key of envKeys) {
    const value = body[key]
    if (value === undefined) continue
    if (typeof value !== 'string') return fail(`${key}: ${http.mustBeString}`)
    const checked = checks[key](value)
    if (!checked.ok) return fail(`${key}: ${checked.error}`)
    changes[key] = checked.value
    if (key === 'RELAYS') warnings.push(...unusableRelays(value))
  }
  const share = changes.SHARE_CRED ?? current.SHARE_CRED.value
  const group = changes.GROUP_CRED ?? current.GROUP_CRED.value
  if (changes.SHARE_CRED !== undefined || changes.GROUP_CRED !== undefined) {
    const [readable, ofGroup] = [readShare(share), readGroup(group)]
    const pair = readable.ok && ofGroup.ok ? pairOf(ofGroup.value, readable.value) : undefined
    if (pair?.ok === false) return fail(`SHARE_CRED: ${pair.error}`)
  }
  const policies = checkPolicies(body.policies ?? [], { share, group })
  if (!policies.ok) return fail(`${POLICIES}: ${policies.error}`)
  const known: readonly string[] = [...envKeys, POLICIES]
  const rejectedKeys = Object.keys(body).filter((key) => !known.includes(key))
  return ok({ changes, policies: policies.value, rejectedKeys, warnings })
}

function checkPolicies(
  given: PoliciesGiven,
  credentials: { share: string | undefined; group: string | undefined },
): Result<PoliciesGiven> {
  if (given.length === 0) return ok([])
  const [share, group] = [readShare(credentials.share), readGroup(credentials.group)]
  if (!share.ok || !group.ok) return fail(http.noGroupCredential)
  const self = peerKeyOf(share.value)
  const policies: PoliciesGiven = []
  for (const policy of given) {
    const peer = outlineOf(group.value).members.find(
      ({ pubkey }) => xOnly(pubkey) === xOnly(policy.pubkey),
    )
    if (peer === undefined || xOnly(peer.pubkey) === self) return fail(texts.peerNotFound)
    policies.push({ ...policy, pubkey: peer.pubkey })
  }
  return ok(policies)
}

function unusableRelays(value: string): string[] {
  const relays = relaysAmong(parseRelaysSetting(value))
  return relays.ok ? relays.left : []
}

const checks: Record<EnvKey, (value: string) => Result<string>> = {
  SHARE_CRED: (value) => {
    const share = readShare(value)
    return share.ok ? ok(value.trim()) : share
  },
  GROUP_CRED: (value) => {
    const group = readGroup(value)
    return group.ok ? ok(value.trim()) : group
  },
  GROUP_NAME: (value) => {
    const name = value.trim()
    if (name === '') return fail(validation.nameRequired)
    return name.length > KEYSET_NAME_CHARS_MAX
      ? fail(validation.nameTooLong(KEYSET_NAME_CHARS_MAX))
      : ok(name)
  },
  RELAYS: (value) => {
    const relays = relaysAmong(parseRelaysSetting(value))
    return relays.ok ? ok(JSON.stringify(relays.value)) : fail(relays.error)
  },
}
