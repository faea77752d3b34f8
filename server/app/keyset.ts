import type { Config } from '#config/read-config.ts'
import { envKeys } from '#contract/env-keys.ts'
import { settings as settingsTexts } from '#contract/messages.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import type { Caller } from '#contract/rules.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { createHistory, type History } from '#history/history.ts'
import {
  createKeysetPolicy,
  type KeysetPolicy,
  type KeysetPolicyOptions,
} from '#keysets/create-policy-engine.ts'
import { createCurrentEvents } from '#keysets/current-events.ts'
import { ReservedShares } from '#keysets/invitations/reserved-shares.ts'
import { Joining } from '#keysets/joining/joining.ts'
import { receivedIn } from '#keysets/joining/received.ts'
import type { KeysetLife } from '#keysets/keysets.ts'
import { createNames, type Names } from '#keysets/names.ts'
import { createPeerProtocols, type PeerProtocols } from '#keysets/peer-protocols.ts'
import { createPolicies, type Policies } from '#keysets/policies.ts'
import { policiesInForce } from '#keysets/policy-in-force.ts'
import { fetchPicture } from '#keysets/profile/fetch-picture.ts'
import { createProfile, type Profile } from '#keysets/profile/profile.ts'
import { createProtocolSettings, type ProtocolSettings } from '#keysets/protocol-settings.ts'
import type { Clock } from '#lib/clock.ts'
import type { Logger } from '#lib/log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import { Apps } from '#nip46/apps.ts'
import { createRegistry } from '#nip46/registry.ts'
import { xOnly } from '#nostr/x-only.ts'
import { type Channels, createChannels } from '#notify/channels.ts'
import type { Channel } from '#notify/notification.ts'
import { Notifier } from '#notify/notifier.ts'
import { questionNotification } from '#notify/question-notification.ts'
import type { Stop } from '#policy/stop.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { SignerTimings } from '#signer/options.ts'
import { Running, type SignerSettings } from '#signer/running.ts'
import type { SignatureRecord } from '#signer/signing/signature-record.ts'
import { createSignatureTally, type SignatureTally } from '#signer/signing/signature-tally.ts'
import { Supervisor } from '#signer/supervisor.ts'
import { createKey, type GroupKey } from '#signer/use/key.ts'
import type { KeysetSettings } from '#store/keyset-settings.ts'
import type { KeysetStore } from '#store/keyset-store.ts'

/** What there is of one keyset, and nothing of another. */
export interface KeysetContext extends KeysetLife {
  readonly kept: KeysetStore
  readonly events: KeysetLog
  /** What decides about uses of its key. */
  readonly rules: KeysetPolicy
  readonly supervisor: Supervisor
  /** The group's key, for all who may use it. */
  readonly key: GroupKey
  readonly policies: Policies
  /** Remote-signing clients that use the key. */
  readonly apps: Apps
  /** Shares for other devices. */
  readonly reservedShares: ReservedShares
  /** What members are called. */
  readonly names: Names
  readonly peerProtocols: PeerProtocols
  readonly signatures: SignatureTally
  readonly history: History
  /** What nostr tells of the identity. */
  readonly profile: Profile
  readonly protocol: ProtocolSettings
  /** Where its owner is told of what waits, and who does that. */
  readonly channels: Channels
  readonly notifier: Notifier
  /** This device's own onboarding. */
  readonly joining: Joining
  /**
   * Brings the signer in line with the settings, without waiting for it.
   *
   * @param checked what the settings' credentials say, where they were read before they were saved
   */
  applySettings(checked?: Credentials): void
  /** The four credentials in force, as text. */
  settings(): ReturnType<KeysetSettings['effectiveEnv']>
}

/** What the environment gives for a keyset. */
export type GivenSettings = Pick<Config, 'env' | 'peerPolicies'> & {
  channel: Channel | null
  /** Where the console is, if that is known. */
  console: string | null
}

export const GIVEN_NOTHING: GivenSettings = {
  env: {},
  peerPolicies: [],
  channel: null,
  console: null,
}

export interface KeysetOptions {
  kept: KeysetStore
  given: GivenSettings
  /** How peers are met where nothing else was saved. */
  protocol: Config['protocol']
  /** Hosts without a dot that relays may have. */
  relayHosts: RelayHosts
  reader: KeysetReader
  events: KeysetLog
  packageKeys: DeriveKey
  /** Where the relay connections of the process are. */
  relayPool: RelayPool
  /** The owner's stop of the process, and what it goes by. */
  stop: Stop
  clock: Clock
  /** Whether this machine's clock is the one that is wrong. */
  ownClock: ClockWitnesses
  /** What the API key of an id is called; undefined when there is none. */
  programName(id: string): string | undefined
  /** A caller as the audit names it. */
  actorOf(caller: Caller): string
  /** What of verdicts and questions is counted. */
  figures: Pick<KeysetPolicyOptions, 'onDecision' | 'onOver'>
  /** Tells texts apart by what nobody can try others against who has no key. */
  digest(text: string): string
  /** Saves all that `work` saves, or none of it. */
  transaction(work: () => void): void
  onSignature(record: SignatureRecord): void
  /** Aborted when nobody is to wait for the owner any longer. */
  leaving: AbortSignal
  /** What its node measures time by, where not as usual. */
  timings: Partial<SignerTimings>
  log: Logger
}

/** A keyset with its signer, which starts once its settings are applied. */
export function createKeyset(options: KeysetOptions): KeysetContext {
  const { kept, given, reader, relayHosts, events, relayPool, stop, clock, ownClock, log } = options
  const settings = () =>
    kept.settings.effectiveEnv({
      ...given.env,
      GROUP_CRED: given.env.GROUP_CRED?.reveal(),
      SHARE_CRED: given.env.SHARE_CRED?.reveal(),
    })
  const signatures = createSignatureTally(kept.audit)
  const protocol = createProtocolSettings(options.protocol, kept.settings)
  const channels = createChannels({
    saved: kept.sealed,
    given: given.channel,
    onUnreadable: (err) => log.error({ err }, 'where notices go can not be read: set it again'),
  })
  const notifier = new Notifier({ channel: () => channels.inForce().channel })
  const running = new Running({
    settings: (): SignerSettings => {
      const inForce = settings()
      return {
        shareCredential: inForce.SHARE_CRED.value,
        groupCredential: inForce.GROUP_CRED.value,
        relays: inForce.RELAYS.value,
        groupName: inForce.GROUP_NAME.value,
        notices: noticesOf(inForce, given),
      }
    },
    ...{ reader, relayHosts },
  })
  const groupKey = () => {
    const { group } = running
    return group?.ok ? xOnly(group.value.pubkey) : null
  }
  const currentEvents = createCurrentEvents({
    relayPool,
    author: groupKey,
    relays: () => running.relays,
  })
  const profile = createProfile({
    kept: kept.profiles,
    pubkey: groupKey,
    currentEvents,
    fetchPicture,
    onError: (err) => log.error({ err }, 'the profile was not kept'),
    now: () => clock.now(),
  })
  const registry = createRegistry(kept.apps)
  const rules = createKeysetPolicy({
    currentEvents,
    ...{
      rules: kept.rules,
      uses: kept.uses,
      standings: kept.callerSettings,
      questions: kept.approvals,
    },
    ...{ stop, clock, log: events },
    peers: () => running.signer?.peers ?? null,
    approvesOnboarding: () => protocol.inForce().approveOnboarding,
    programName: options.programName,
    isApp: (id, client) => apps.has(id, client),
    actorOf: options.actorOf,
    audit: (record) => kept.audit.recordSoon(record),
    ...options.figures,
    tellOwner: ({ question, nameOf, end }) => {
      notifier.tell(questionNotification(question, (id) => nameOf({ door: 'peer', id }), end))
    },
    onError: (err) => log.error({ err }, 'a question or a use of a rule was not kept'),
  })
  const supervisor = new Supervisor({
    ...{ relayPool, ownClock },
    timings: options.timings,
    leaving: options.leaving,
    policyEngine: rules.policyEngine,
    running,
    protocol: protocol.inForce,
    policies: () => policiesInForce(kept.policies.list(), given.peerPolicies),
    generations: kept.peerProtocols,
    nonces: (identity) => kept.nonces.of(identity),
    forgetNonces: (identity) => kept.nonces.forget(identity),
    partialSignatures: () => kept.audit.partialSignatures(),
    audit: (record) => {
      auditSignature(kept, record)
      options.onSignature(record)
      signatures.add(record)
    },
    auditExchange: ({ peer, ...detail }) => {
      kept.audit.use({
        ...{ caller: { door: 'peer', id: peer }, times: detail.keys.length },
        actor: peer,
        action: 'exchange.given',
        outcome: 'ok',
        detail: { ...detail, peer },
      })
    },
    onOnboarding: ({ peer, state }) => {
      kept.audit.recordSoon({
        actor: peer.xonly,
        action: 'onboarding.asked',
        outcome: state,
        detail: { peer: peer.pubkey, index: peer.idx, generation: '2026' },
      })
    },
    log: events,
  })
  const history = createHistory({
    ...{ audit: kept.audit, presence: kept.presence, keyset: supervisor },
    nameOf: rules.book.nameOf,
    onError: (err) => log.error({ err }, 'who was there when was not kept'),
  })
  const key = createKey({
    keyset: supervisor,
    policyEngine: rules.policyEngine,
    digest: options.digest,
    leaving: options.leaving,
    onError: (err) => log.error({ err }, 'what the owner was asked about could not be done'),
    audit: (use) => {
      kept.audit.use({ ...use, actor: options.actorOf(use.caller), times: 1 })
    },
  })
  const apps = new Apps({
    ...{ registry, rules, key, relayPool, stop, clock, ownClock },
    store: kept.apps,
    relays: () => running.relays,
    relayHosts,
    groupKey,
    absent: () => absentOf(supervisor),
    console: () => channels.inForce().channel?.console ?? given.console,
    onBarred: () => supervisor.signer?.forgetSecrets(),
    tell: (type, text) => void events.add(type, text, { apps: true }),
    audit: (record) => kept.audit.recordSoon(record),
    onError: (err) => log.error({ err }, 'what concerns an app was not kept'),
  })
  const policies = createPolicies({
    saved: kept.policies,
    environment: given.peerPolicies,
    transaction: options.transaction,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
    onChange: () => rules.review(),
  })
  const peerProtocols = createPeerProtocols({
    kept: kept.peerProtocols,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const names = createNames({
    book: rules.book,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const reservedShares = new ReservedShares({
    kept: kept.reservedShares,
    keyset: running,
    groupName: () => running.groupName ?? '',
    ...{ reader, deriveKey: options.packageKeys, book: rules.book, names, log: events },
    transaction: options.transaction,
    prove: ({ actor, hash, through }) =>
      key.carryOut(
        { operation: 'sign', caller: { door: 'owner', id: actor }, hash, through },
        { waitFor: 0 },
      ),
    audit: (record) => kept.audit.record(record),
  })
  running.onGroupGiven(({ xonly }) => reservedShares.joined(xonly))
  running.onChange(() => {
    history.look()
    reservedShares.look()
  })
  const joining = new Joining({
    nonces: { join: kept.nonces.join, giveUp: kept.nonces.giveUpJoining },
    kept: receivedIn(kept.sealed),
    onError: (err) => log.error({ err }, 'what joining has brought could not be read or deleted'),
    deriveKey: options.packageKeys,
    ...{ reader, relayHosts },
    running: () => running.self,
    relayPool,
    log: events,
    onEnd: (outcome) => {
      kept.audit.recordSoon({ actor: 'self', action: 'onboarding.join', outcome })
    },
  })
  return {
    id: kept.id,
    ...{
      kept,
      events,
      rules,
      supervisor,
      key,
      policies,
      apps,
      names,
      peerProtocols,
      signatures,
      history,
      profile,
      protocol,
      channels,
      notifier,
      reservedShares,
      joining,
    },
    applySettings: (checked) => {
      apps.start()
      supervisor
        .apply(checked)
        .catch((err: unknown) => log.error({ err }, 'settings were not applied'))
      void joining.saved()
    },
    settings,
    stop: async () => {
      history.stop()
      await apps.stop()
      await reservedShares.stop()
      await currentEvents.stop()
      await profile.stop()
      await joining.stop()
      await supervisor.stop()
      rules.close()
      notifier.stop()
    },
  }
}

/** How many share holders are offline that a signature needs; null: enough are there. */
function absentOf({ signer }: Supervisor): { offline: number; all: number; need: number } | null {
  if (signer === null) return null
  const { cosigners, group } = signer
  const online = cosigners.filter(({ status }) => status === 'online').length
  const need = group.threshold - 1 - online
  return need <= 0 ? null : { offline: cosigners.length - online, all: cosigners.length + 1, need }
}

/** Credentials deleted in the console stay deleted, whatever the environment has. */
function noticesOf(
  inForce: ReturnType<KeysetSettings['effectiveEnv']>,
  { env }: GivenSettings,
): string[] {
  const unused = envKeys.filter((key) => inForce[key].source === 'deleted' && env[key])
  return unused.length === 0 ? [] : [settingsTexts.deletedHere(unused.join(', '))]
}

function auditSignature(
  kept: KeysetStore,
  { peers, took, kinds, by, ...record }: SignatureRecord,
): void {
  kept.audit.signature({
    ...record,
    peer: peers[0] ?? 'self',
    peers,
    took,
    detail: {
      ...(peers.length > 1 ? { peers } : {}),
      ...(kinds && { kinds }),
      ...(by !== undefined && { by }),
    },
  })
}
