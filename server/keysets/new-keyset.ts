import { randomBytes } from 'node:crypto'
import type { KeysetAnswer, KeysetRequest } from '#contract/credentials.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { ownerEvent, validation } from '#contract/messages.ts'
import { type RelayHosts, validateRelayList } from '#contract/relay-url.ts'
import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf, parseSecretKey } from '#nostr/keys.ts'
import { validateKeysetParameters } from '#protocol/keyset-parameters.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import {
  type GroupPackage,
  groupText,
  memberAt,
  type SharePackage,
  shareText,
} from '#protocol/v2/group.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { ReservedShares } from './invitations/reserved-shares.ts'

/** Where a keyset is kept, and what runs on it. */
export interface Here {
  kept: { settings: { saveEnv(changes: Partial<Record<EnvKey, string>>): void } }
  supervisor: Pick<Supervisor, 'credentials'>
  reservedShares: Pick<ReservedShares, 'keep'>
  events: Pick<KeysetLog, 'add'>
  /** Saves all that `work` saves, or none of it. */
  transaction(work: () => void): void
  applySettings(): void
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
}

/** A new keyset of 2026. */
interface NewKeyset {
  group: GroupPackage
  /** This device's share. */
  own: SharePackage
  /** Those of other devices. */
  others: SharePackage[]
  /** What to save for this device. */
  settings: Partial<Record<EnvKey, string>>
}

/** Makes a 1.x keyset from a secret key or a fresh one. Nothing of it is kept. */
export function makeFirstKeyset(
  request: KeysetRequest,
): Result<Extract<KeysetAnswer, { generation: '1.x' }>> {
  const made = parametersOf(request)
  if (!made.ok) return made
  if (request.relays !== undefined) return fail(texts.relaysFor1x)
  const { groupCredential, shareCredentials } = generateKeyset(made.value)
  return ok({ generation: '1.x', groupCredential, shareCredentials })
}

/**
 * Makes a keyset of 2026 from a secret key or a fresh one, and saves it as a whole: this signer runs on its
 * first share, and keeps the others until they are handed out. Whatever happens then, none is lost.
 *
 * @returns an error that begins with the field's name if it is about one
 */
export function createKeyset(request: KeysetRequest, here: Here): Result<KeysetAnswer> {
  const { kept, supervisor, reservedShares, events, transaction, applySettings } = here
  const { share, group: before } = supervisor.credentials
  if (share !== null || before !== null) return fail(texts.hasKeyset)
  const made = makeKeyset(request, here.relayHosts)
  if (!made.ok) return made
  const { group, own, others, settings } = made.value
  transaction(() => {
    kept.settings.saveEnv(settings)
    reservedShares.keep(group, others)
  })
  const changed = envKeys.filter((key) => settings[key] !== undefined)
  events.add('system', ownerEvent.settingsSaved(changed), { settings: changed })
  applySettings()
  const pubkey = memberAt(group, own.idx)?.pubkey ?? ''
  return ok({ generation: '2026', npub: npubOf(group.group_pk), index: own.idx, pubkey })
}

/** The key is nowhere once this returns. */
function makeKeyset(request: KeysetRequest, hosts: RelayHosts | undefined): Result<NewKeyset> {
  const relays = request.relays === undefined ? undefined : validateRelayList(request.relays, hosts)
  if (relays?.ok === false) return fail(`relays: ${relays.error}`)
  const parameters = parametersOf(request)
  if (!parameters.ok) return parameters
  const { secretKey, ...sizes } = parameters.value
  const dealt = dealKey(secretKey, { ...sizes, name: request.name, random: randomBytes })
  if (!dealt.ok) return dealt
  const { group, shares } = dealt.value
  const [own, ...others] = shares
  if (own === undefined) return fail(validation.noShares)
  const settings = {
    SHARE_CRED: shareText(own),
    GROUP_CRED: groupText(group),
    GROUP_NAME: request.name,
    ...(relays && { RELAYS: JSON.stringify(relays.value) }),
  }
  return ok({ group, own, others, settings })
}

function parametersOf({
  threshold,
  totalMembers,
  secretKey,
}: KeysetRequest): Result<{ threshold: number; totalMembers: number; secretKey?: string }> {
  const parameters = validateKeysetParameters({ threshold, totalMembers })
  if (!parameters.ok) return parameters
  if (secretKey === undefined) return ok({ threshold, totalMembers })
  const key = parseSecretKey(secretKey)
  return key.ok ? ok({ threshold, totalMembers, secretKey: key.value }) : key
}
