import type { EnvAnswer, EnvUpdate, PoliciesGiven } from '#contract/env.ts'
import { parseRelaysSetting } from '#contract/relay-url.ts'
import { DEFAULT_CONSOLE_RELAY } from '#web/lib/limits.ts'
import { shell } from '#web/texts/texts.ts'
import type { CredentialPair } from '../credentials/browser-records.ts'
import { pairOf } from '../credentials/env.ts'

/** The form's content, as typed. */
export interface FormValues {
  name: string
  share: string
  group: string
  relays: readonly string[]
  /** The peer policies that came with the share; no field shows them. */
  policies: PoliciesGiven
}

export const TEXT_FIELDS = ['name', 'share', 'group'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** The form's initial content: what is saved, and the console's relay if none are saved. */
export function valuesOf(env: EnvAnswer): FormValues {
  const relays = parseRelaysSetting(env.RELAYS)
  return {
    name: env.GROUP_NAME || (isConfigured(env) ? shell.savedShare : ''),
    share: env.SHARE_CRED ?? '',
    group: env.GROUP_CRED ?? '',
    relays: relays.length > 0 ? relays : [DEFAULT_CONSOLE_RELAY],
    policies: [],
  }
}

/** What a package, or an inviting device, has given. */
export interface Opened extends CredentialPair {
  name: string
  relays: readonly string[]
  policies?: PoliciesGiven
}

/** The form with what was opened. A name that somebody has typed stays. */
export function withOpened(values: FormValues, opened: Opened, env: EnvAnswer): FormValues {
  const { name, shareCredential: share, groupCredential: group, policies = [] } = opened
  const isTyped = !['', valuesOf(env).name].includes(values.name.trim())
  // A package without relays leaves the chosen ones.
  const relays = opened.relays.length > 0 ? opened.relays : values.relays
  return { name: isTyped ? values.name : name, share, group, relays, policies }
}

/** The form with a change made. Another share or group has other peers. */
export function withChanges(values: FormValues, changes: Partial<FormValues>): FormValues {
  const isOther = changes.share !== undefined || changes.group !== undefined
  return { ...values, ...(isOther && { policies: [] }), ...changes }
}

/**
 * The form after others have saved or cleared something: each field that nobody has changed here has what
 * is saved now.
 */
export function withSaved(values: FormValues, before: EnvAnswer, now: EnvAnswer): FormValues {
  const [was, is] = [valuesOf(before), valuesOf(now)]
  const kept = (field: TextField) =>
    values[field].trim() === was[field] ? is[field] : values[field]
  return {
    name: kept('name'),
    share: kept('share'),
    group: kept('group'),
    relays: hasOtherRelays(values, before) ? values.relays : is.relays,
    policies: values.policies,
  }
}

/** Whether anything in the form differs from what is saved, ignoring surrounding space. */
export function isChanged(values: FormValues, env: EnvAnswer): boolean {
  const saved = valuesOf(env)
  return (
    TEXT_FIELDS.some((field) => values[field].trim() !== saved[field]) ||
    hasOtherRelays(values, env) ||
    values.policies.length > 0
  )
}

/**
 * What to save. Relays only when they were changed here or none are saved, so that changing the
 * credentials does not undo what somebody did to the relays meanwhile.
 */
export function updateOf(values: FormValues, env: EnvAnswer): EnvUpdate {
  const saveRelays = hasOtherRelays(values, env) || parseRelaysSetting(env.RELAYS).length === 0
  return {
    SHARE_CRED: values.share.trim(),
    GROUP_CRED: values.group.trim(),
    GROUP_NAME: values.name.trim(),
    ...(saveRelays ? { RELAYS: JSON.stringify(values.relays) } : {}),
    ...(values.policies.length > 0 ? { policies: values.policies } : {}),
  }
}

const hasOtherRelays = ({ relays }: FormValues, env: EnvAnswer): boolean =>
  relays.join('\n') !== valuesOf(env).relays.join('\n')

/** Whether the signer has what it needs. */
export const isConfigured = (env: EnvAnswer): boolean => pairOf(env) !== null
