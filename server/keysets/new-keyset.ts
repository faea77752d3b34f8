import { randomBytes } from 'node:crypto'
import { reservedShares as texts, validation } from '#contract/codes.ts'
import type { KeysetAnswer, KeysetRequest } from '#contract/credentials.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { ofField } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { DealAnswer, DealRequest } from '#contract/packages.ts'
import { readableSecret } from '#contract/passphrases.ts'
import { type RelayHosts, validateRelayList } from '#contract/relay-url.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf, parseSecretKey } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { DealtKeyset } from '#protocol/convert-v1.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import { validateKeysetParameters } from '#protocol/keyset-parameters.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { dealAnew, dealKey } from '#protocol/v2/dealing.ts'
import {
  type GroupPackage,
  groupText,
  memberAt,
  type SharePackage,
  shareText,
} from '#protocol/v2/group.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { KeysetSettings } from '#store/keyset-settings.ts'
import type { ReservedShares } from './invitations/reserved-shares.ts'
import { readGroup } from './packages.ts'

/** Where the new keyset is saved. */
export interface NewKeysetOptions {
  kept: { settings: Pick<KeysetSettings, 'saveEnv'> }
  supervisor: Pick<Supervisor, 'credentials'>
  reservedShares: Pick<ReservedShares, 'addAll'>
  events: Pick<KeysetLog, 'add'>
  /** Saves everything that `work` saves, or nothing. */
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
  /** The shares of the other devices. */
  others: SharePackage[]
  /** What to save for this device. */
  settings: Partial<Record<EnvKey, string>>
}

/** Makes a 1.x keyset from a given secret key or a new one. Nothing of it is saved. */
export function makeV1Keyset(
  request: KeysetRequest,
): Result<Extract<KeysetAnswer, { generation: '1.x' }>> {
  const made = parametersOf(request)
  if (!made.ok) return made
  if (request.relays !== undefined) return fail(texts.relaysFor1x)
  const { groupCredential, shareCredentials } = generateKeyset(made.value)
  return ok({ generation: '1.x', groupCredential, shareCredentials })
}

/**
 * Makes a 2026 keyset from a given secret key or a new one, and saves all of it in one transaction, so that no
 * share can be lost: the signer runs on the first share, the others are reserved for other devices.
 *
 * @returns an error that begins with the field's name if it is about one
 */
export function makeV2Keyset(
  request: KeysetRequest,
  options: NewKeysetOptions,
): Result<KeysetAnswer> {
  const { kept, supervisor, reservedShares, events, transaction, applySettings } = options
  const { share, group: before } = supervisor.credentials
  if (share !== null || before !== null) return fail(texts.hasKeyset)
  const made = dealNewKey(request, options.relayHosts)
  if (!made.ok) return made
  const { group, own, others, settings } = made.value
  transaction(() => {
    kept.settings.saveEnv(settings)
    reservedShares.addAll(group, others)
  })
  const changed = envKeys.filter((key) => settings[key] !== undefined)
  events.add('system', ownerEvent.settingsSaved(changed), { settings: changed })
  applySettings()
  const pubkey = memberAt(group, own.idx)?.pubkey ?? ''
  return ok({ generation: '2026', npub: npubOf(group.group_pk), index: own.idx, pubkey })
}

/** Nothing holds the key once this returns. */
function dealNewKey(request: KeysetRequest, hosts: RelayHosts | undefined): Result<NewKeyset> {
  const relays = request.relays === undefined ? undefined : validateRelayList(request.relays, hosts)
  if (relays?.ok === false) return fail(ofField('relays', relays))
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

/**
 * Deals new shares of an existing key, of either protocol: the first share is for this device, and each other
 * device gets a package that names this device as its inviter. The whole key is in memory while this runs.
 *
 * @returns an error that begins with the field's name if it is about one
 */
export async function dealKeyset(
  request: DealRequest,
  {
    deriveKey,
    reader,
    relayHosts,
  }: { deriveKey: DeriveKey; reader: KeysetReader; relayHosts?: RelayHosts },
): Promise<Result<DealAnswer>> {
  const relays = validateRelayList(request.relays, relayHosts)
  if (!relays.ok) return fail(ofField('relays', relays))
  const keyset = readKeyset(request, reader)
  if (!keyset.ok) return keyset
  const { name, threshold, totalMembers } = request
  const dealt = dealAnew(keyset.value, { name, threshold, totalMembers, random: randomBytes })
  if (!dealt.ok) return dealt
  const { group, shares } = dealt.value
  const [own, ...others] = shares
  if (own === undefined) return fail(validation.noShares)
  const pubkeyOf = ({ idx }: SharePackage): string => memberAt(group, idx)?.pubkey ?? ''
  const packages: DealAnswer['packages'] = []
  // One after the other, so that other requests can open a package in between.
  for (const share of others) {
    const password = readableSecret(randomBytes)
    const sealed = await sealOnboard(
      { seckey: share.seckey, relays: relays.value, inviter: xOnly(pubkeyOf(own)) },
      { password, deriveKey, kdf: PACKAGE_KDFS[request.form] },
    )
    packages.push({ index: share.idx, pubkey: pubkeyOf(share), package: sealed, password })
  }
  return ok({
    npub: npubOf(group.group_pk),
    groupCredential: groupText(group),
    shareCredential: shareText(own),
    packages,
  })
}

function readKeyset(
  { groupCredential, shareCredentials }: DealRequest,
  reader: KeysetReader,
): Result<DealtKeyset> {
  const group = readGroup(groupCredential, reader)
  if (!group.ok) return group
  const shares: SharePackage[] = []
  for (const [at, text] of shareCredentials.entries()) {
    const share = reader.readShare(text)
    const own = share.ok ? reader.keysetOf(group.value, share.value) : share
    if (!own.ok) return fail(ofField('shareCredentials', validation.shareItem(at + 1, own)))
    shares.push(own.value.share)
  }
  return ok({ group: group.value, shares })
}
