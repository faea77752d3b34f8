import type { Auth } from '#auth/auth.ts'
import { userIdOfKey } from '#auth/authenticator.ts'
import type { Config } from '#config/read-config.ts'
import { settings as settingsTexts } from '#contract/codes.ts'
import { envKeys } from '#contract/keysets.ts'
import type { Message } from '#contract/message.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Caller } from '#contract/rules.ts'
import type { EventLog } from '#events/event-log.ts'
import { createHistory } from '#history/history.ts'
import { createCallers, createNames } from '#keysets/callers.ts'
import { ReservedShares } from '#keysets/invitations/reserved-shares.ts'
import type { JoiningTimings } from '#keysets/joining/attempt.ts'
import { Joining, receivedIn } from '#keysets/joining/joining.ts'
import { createPeerPolicies, policiesInForce } from '#keysets/peer-policies.ts'
import { createProfile, fetchPicture } from '#keysets/profile.ts'
import { createPeerProtocols, createProtocolSettings } from '#keysets/protocol-settings.ts'
import { createCurrentEvents } from '#keysets/stored-events.ts'
import { createTestSignatures } from '#keysets/test-signatures.ts'
import type { Clock } from '#lib/clock.ts'
import type { Logger } from '#lib/log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { Metrics } from '#metrics/metrics.ts'
import { Apps, mayUseKey } from '#nip46/apps.ts'
import { createRegistry } from '#nip46/registry.ts'
import { Usage } from '#nip46/usage.ts'
import { xOnly } from '#nostr/x-only.ts'
import { createChannels } from '#notify/channels.ts'
import { questionNotification } from '#notify/notification.ts'
import { createNotifiedNeeds, Notifier } from '#notify/notifier.ts'
import type { Channel } from '#notify/webhook.ts'
import { createPolicy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { SignerTimings } from '#signer/options.ts'
import { Running, type SignerSettings } from '#signer/running.ts'
import { createSignatureTally } from '#signer/signing/signature-tally.ts'
import { Supervisor } from '#signer/supervisor.ts'
import { createKey } from '#signer/use/key.ts'
import type { KeysetSettings } from '#store/keyset-settings.ts'
import type { Store } from '#store/open.ts'

/** Milliseconds. */
const DAY = 86_400_000
/** Days. */
const WEEK = 7

/** Everything of one keyset. */
export type KeysetContext = ReturnType<typeof createKeyset>

/** What the environment sets for a keyset. */
export type GivenSettings = Pick<Config, 'env' | 'peerPolicies'> & {
  channel: Channel | null
  /** The address of the console, if it is known. */
  console: string | null
}

/** What all keysets of the process share. */
export interface Shared {
  config: Pick<Config, 'protocol' | 'relayHosts'>
  store: Pick<Store, 'keyset' | 'transaction' | 'fingerprint' | 'settings'>
  events: EventLog
  auth: Auth
  metrics: Metrics
  reader: KeysetReader
  packageKeys: DeriveKey
  relayPool: RelayPool
  stop: Stop
  clock: Clock
  /** Whether this machine's clock is the one that is wrong. */
  ownClock: ClockWitnesses
  /** Aborted when requests must not wait for the owner any longer. */
  leaving: AbortSignal
  /** Overrides of the signer's timings. */
  timings: Partial<SignerTimings>
  /** Overrides of the timings of joining. */
  joiningTimings: Partial<JoiningTimings>
  log: Logger
}

/** A keyset with its signer, which starts once its settings are applied. */
export function createKeyset(id: number, given: GivenSettings, shared: Shared) {
  const { auth, metrics, reader, relayPool, stop, clock, ownClock, leaving, log } = shared
  const relayHosts: RelayHosts = shared.config.relayHosts
  const kept = shared.store.keyset(id)
  const events = shared.events.of(id)
  const transaction = (work: () => void) => shared.store.transaction(work)
  const programName = (key: string) => auth.apiKeys.nameOf(key)
  /** A caller's name in the audit. An API key has the name that its logins have there; a deleted one has its id. */
  const actorOf = (caller: Caller) =>
    caller.door === 'program' ? userIdOfKey(programName(caller.id) ?? caller.id) : caller.id

  /** The four credentials in force, as text. */
  const settings = () =>
    kept.settings.effectiveEnv({
      ...given.env,
      GROUP_CRED: given.env.GROUP_CRED?.reveal(),
      SHARE_CRED: given.env.SHARE_CRED?.reveal(),
    })
  const protocol = createProtocolSettings(shared.config.protocol, kept.settings)
  const running = new Running({
    settings: (): SignerSettings => {
      const inForce = settings()
      return {
        shareCredential: inForce.SHARE_CRED.value,
        groupCredential: inForce.GROUP_CRED.value,
        relays: inForce.RELAYS.value,
        groupName: inForce.GROUP_NAME.value,
        warnings: unusedSettings(inForce, given),
      }
    },
    ...{ reader, relayHosts },
  })
  const groupKey = () => {
    const { group } = running
    return group?.ok ? xOnly(group.value.pubkey) : null
  }

  const channels = createChannels({
    saved: kept.sealed,
    given: given.channel,
    onUnreadable: (err) =>
      log.error({ err }, 'the notification channel can not be read: set it again'),
  })
  const notifier = new Notifier({
    channel: () => channels.inForce().channel,
    kept: createNotifiedNeeds(shared.store.settings, id),
    onError: (err) => log.error({ err }, 'which notifications were sent could not be kept or read'),
  })

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
    onError: (err) => log.error({ err }, 'the profile could not be saved'),
    now: () => clock.now(),
  })

  const registry = createRegistry(kept.apps)
  const onAppError = (err: unknown) => log.error({ err }, 'a change of an app could not be saved')
  const usage = new Usage(kept.apps, clock.wall, onAppError)
  const policy = createPolicy({
    store: kept,
    callers: createCallers({
      peers: () => running.signer?.peers ?? null,
      approvesOnboarding: () => protocol.inForce().approveOnboarding,
      programName,
      isApp: (app, client) => mayUseKey({ registry, usage, clock }, app, client),
    }),
    ...{ stop, clock, actorOf },
    publish: (news) => events.question(news),
    notify: ({ question, nameOf, end }) => {
      notifier.notify(
        questionNotification(question, (pubkey) => nameOf({ door: 'peer', id: pubkey }), end),
      )
    },
    findReplaced: (event) => currentEvents.find(event) ?? currentEvents.findDeleted(event),
    audit: (record) => kept.audit.recordSoon(record),
    onDecision: (request, outcome) => metrics.policyOutcome(id, request, outcome),
    onQuestionEnded: (waited) => metrics.answered(id, waited),
    onError: (err) => log.error({ err }, 'a question or a use of a rule could not be saved'),
  })
  const { policyEngine, ruleSet } = policy
  // A command may have deleted API keys while no server ran.
  for (const caller of ruleSet.callers()) {
    if (caller.door === 'program' && programName(caller.id) === undefined) ruleSet.forget(caller)
  }

  const today = Math.floor(clock.wall() / DAY)
  const signatures = createSignatureTally({
    signatureHours: kept.audit.signatureHours,
    answers: kept.audit.history(today - WEEK + 1, today).answers,
  })
  const supervisor = new Supervisor({
    ...{ relayPool, ownClock, policyEngine, running, leaving },
    timings: shared.timings,
    v1Mode: () => protocol.inForce().firstGeneration,
    policies: () => policiesInForce(kept.policies.list(), given.peerPolicies),
    peerProtocols: kept.peerProtocols,
    nonces: (identity) => kept.nonces.of(identity),
    forgetNonces: (identity) => kept.nonces.forget(identity),
    partialSignatures: () => kept.audit.partialSignatures(),
    audit: (record) => {
      kept.audit.signature(record)
      metrics.signature(id, record)
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
    nameOf: ruleSet.nameOf,
    onError: (err) => log.error({ err }, 'the history of peers could not be saved'),
  })
  /** The group's key, for everyone who may use it. */
  const key = createKey({
    ...{ keyset: supervisor, policyEngine, leaving },
    digest: (text) => shared.store.fingerprint('what is asked', text),
    onError: (err) => log.error({ err }, 'an answered request could not be carried out'),
    audit: ({ caller, ...use }) => {
      const record = { ...use, actor: actorOf(caller) }
      // A test signature does not count as a use of the key.
      if ('proof' in use.detail) kept.audit.recordSoon(record)
      else kept.audit.use({ ...record, caller, times: 1 })
    },
  })
  /** Signatures that prove that devices sign. */
  const testSignatures = createTestSignatures({
    ...{ key, keyset: supervisor, kept: kept.sealed, log: events },
    onError: (err) => log.error({ err }, 'failed test signatures could not be saved or read'),
  })
  /** Remote-signing clients that use the key. */
  const apps = new Apps({
    ...{
      registry,
      usage,
      rules: policy,
      key,
      relayPool,
      stop,
      clock,
      ownClock,
      relayHosts,
      groupKey,
    },
    store: kept.apps,
    relays: () => running.relays,
    absent: () => absentOf(supervisor),
    console: () => channels.inForce().channel?.console ?? given.console,
    onBlocked: () => supervisor.signer?.forgetSecrets(),
    log: (type, text) => void events.add(type, text, { apps: true }),
    audit: (record) => kept.audit.recordSoon(record),
    onError: onAppError,
  })

  const policies = createPeerPolicies({
    saved: kept.policies,
    environment: given.peerPolicies,
    ...{ transaction, keyset: supervisor, log: events },
    audit: (change) => kept.audit.record(change),
    onChange: () => policy.review(),
  })
  const peerProtocols = createPeerProtocols({
    kept: kept.peerProtocols,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const names = createNames({
    ...{ ruleSet, log: events },
    audit: (change) => kept.audit.record(change),
  })
  /** Shares for other devices. */
  const reservedShares = new ReservedShares({
    kept: kept.reservedShares,
    keyset: running,
    groupName: () => running.groupName ?? '',
    ...{ reader, deriveKey: shared.packageKeys, ruleSet, names, transaction, log: events },
    prove: ({ actor, hash, through }) =>
      key.carryOut(
        { operation: 'sign', caller: { door: 'owner', id: actor }, hash, through },
        { waitFor: 0 },
      ),
    audit: (record) => kept.audit.record(record),
  })
  running.onGroupGiven(({ xonly }) => reservedShares.joined(xonly))
  running.onChange(() => {
    history.update()
    reservedShares.checkProofs()
  })
  /** This device's own onboarding. */
  const joining = new Joining({
    nonces: { join: kept.nonces.join, giveUp: kept.nonces.giveUpJoining },
    kept: receivedIn(kept.sealed),
    onError: (err) => log.error({ err }, 'the received credentials could not be read or deleted'),
    deriveKey: shared.packageKeys,
    ...{ reader, relayHosts, relayPool, log: events },
    running: () => running.self,
    timings: shared.joiningTimings,
    onEnd: (outcome) => {
      kept.audit.recordSoon({ actor: 'self', action: 'onboarding.join', outcome })
    },
  })

  return {
    id,
    ...{ kept, events, policy, supervisor, key, policies, apps, reservedShares, names },
    ...{ peerProtocols, signatures, testSignatures, history, profile, protocol, channels },
    ...{ notifier, joining },
    /**
     * Starts, restarts or stops the signer to match the settings; does not wait for it.
     *
     * @param checked the credentials of the settings, if the caller has read them already
     */
    applySettings: (checked?: Credentials): void => {
      apps.start()
      supervisor
        .apply(checked)
        .catch((err: unknown) => log.error({ err }, 'settings were not applied'))
      void joining.saved()
    },
    settings,
    /** Stops its signer and everything else of it, for good. */
    stop: async (): Promise<void> => {
      history.stop()
      await apps.stop()
      await reservedShares.stop()
      await currentEvents.stop()
      await profile.stop()
      await joining.stop()
      await supervisor.stop()
      policy.close()
      notifier.stop()
    },
  }
}

/** `offline` of `all` share holders are offline, and a signature needs `need` more; null: enough are online. */
function absentOf({ signer }: Supervisor): { offline: number; all: number; need: number } | null {
  if (signer === null) return null
  const { cosigners, group } = signer
  const online = cosigners.filter(({ status }) => status === 'online').length
  const need = group.threshold - 1 - online
  return need <= 0 ? null : { offline: cosigners.length - online, all: cosigners.length + 1, need }
}

/** Warns of settings of the environment that are not used because they were deleted in the console. */
function unusedSettings(
  inForce: ReturnType<KeysetSettings['effectiveEnv']>,
  { env }: GivenSettings,
): Message[] {
  const unused = envKeys.filter((key) => inForce[key].source === 'deleted' && env[key])
  return unused.length === 0 ? [] : [settingsTexts.deletedHere(unused.join(', '))]
}
