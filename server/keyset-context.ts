import { Apps } from './apps/apps.ts'
import { createRegistry } from './apps/registry.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/whole.ts'
import { envKeys } from './contract/env-keys.ts'
import { settings as settingsTexts } from './contract/messages.ts'
import type { RelayHosts } from './contract/relay-host.ts'
import type { Caller } from './contract/rules.ts'
import type { DeriveKey } from './frostr/gen2/package-cipher.ts'
import type { Credentials, KeysetReader } from './frostr/keyset.ts'
import { createKey, type GroupKey } from './key/key.ts'
import { createCurrentEvents } from './keysets/current-events.ts'
import { createHistory, type History } from './keysets/history/history.ts'
import type { JoiningTimings } from './keysets/joining/attempt.ts'
import { Joining } from './keysets/joining/joining.ts'
import { receivedIn } from './keysets/joining/received.ts'
import { createJudging, type Judging, type JudgingOptions } from './keysets/judging.ts'
import type { KeysetLife } from './keysets/keysets.ts'
import { createNames, type Names } from './keysets/names.ts'
import { createPeerGenerations, type PeerGenerations } from './keysets/peer-generations.ts'
import { createPolicies, type Policies } from './keysets/policies.ts'
import { policiesInForce } from './keysets/policy-in-force.ts'
import { fetchPicture } from './keysets/profile/fetch-picture.ts'
import { createProfile, type Profile } from './keysets/profile/profile.ts'
import { createProtocolSettings, type ProtocolSettings } from './keysets/protocol-settings.ts'
import { Running, type SignerSettings } from './keysets/running.ts'
import { Spares } from './keysets/spares/spares.ts'
import { Supervisor } from './keysets/supervisor.ts'
import type { Logger } from './log.ts'
import type { KeysetLog } from './node/events.ts'
import type { NodeTimings } from './node/options.ts'
import type { SignatureRecord } from './node/signature-record.ts'
import { createSignatureTally, type SignatureTally } from './node/signature-tally.ts'
import { xOnly } from './nostr/x-only.ts'
import type { Sink } from './notify/notice.ts'
import { Notifier } from './notify/notifier.ts'
import { questionNotice } from './notify/question-notice.ts'
import { createSinks, type Sinks } from './notify/sinks.ts'
import type { ClockWitnesses } from './own-clock.ts'
import type { RelayHub } from './relay/hub.ts'
import type { Stop } from './rules/stop.ts'
import type { KeysetSettings } from './store/keyset-settings.ts'
import type { KeysetStore } from './store/keyset-store.ts'

/** What there is of one keyset, and nothing of another. */
export interface KeysetContext extends KeysetLife {
  readonly kept: KeysetStore
  readonly events: KeysetLog
  /** What decides about uses of its key. */
  readonly rules: Judging
  readonly supervisor: Supervisor
  /** The group's key, for all who may use it. */
  readonly key: GroupKey
  readonly policies: Policies
  /** Remote-signing clients that use the key. */
  readonly apps: Apps
  /** Shares for other devices. */
  readonly spares: Spares
  /** What members are called. */
  readonly names: Names
  readonly peerGenerations: PeerGenerations
  readonly signatures: SignatureTally
  readonly history: History
  /** What nostr tells of the identity. */
  readonly profile: Profile
  readonly protocol: ProtocolSettings
  /** Where its owner is told of what waits, and who does that. */
  readonly sinks: Sinks
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
  sink: Sink | null
  /** Where the console is, if that is known. */
  console: string | null
}

export const GIVEN_NOTHING: GivenSettings = { env: {}, peerPolicies: [], sink: null, console: null }

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
  hub: RelayHub
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
  figures: Pick<JudgingOptions, 'onRuling' | 'onOver'>
  /** Tells texts apart by what nobody can try others against who has no key. */
  digest(text: string): string
  /** Saves all that `work` saves, or none of it. */
  together(work: () => void): void
  onSignature(record: SignatureRecord): void
  /** Aborted when nobody is to wait for the owner any longer. */
  leaving: AbortSignal
  /** What its node measures time by, where not as usual. */
  timings: Partial<NodeTimings>
  /** The same for joining. */
  joiningTimings: Partial<JoiningTimings>
  log: Logger
}

/** A keyset with its signer, which starts once its settings are applied. */
export function createKeyset(options: KeysetOptions): KeysetContext {
  const { kept, given, reader, relayHosts, events, hub, stop, clock, ownClock, log } = options
  const settings = () =>
    kept.settings.effectiveEnv({
      ...given.env,
      GROUP_CRED: given.env.GROUP_CRED?.reveal(),
      SHARE_CRED: given.env.SHARE_CRED?.reveal(),
    })
  const signatures = createSignatureTally(kept.audit)
  const protocol = createProtocolSettings(options.protocol, kept.settings)
  const sinks = createSinks({
    saved: kept.sealed,
    given: given.sink,
    onUnreadable: (err) => log.error({ err }, 'where notices go can not be read: set it again'),
  })
  const notifier = new Notifier({ sink: () => sinks.inForce().sink })
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
    hub,
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
  const rules = createJudging({
    currentEvents,
    ...{ rules: kept.rules, uses: kept.uses, standings: kept.standings, questions: kept.questions },
    ...{ stop, clock, log: events },
    peers: () => running.node?.peers ?? null,
    approvesOnboarding: () => protocol.inForce().approveOnboarding,
    programName: options.programName,
    isApp: (id, client) => apps.has(id, client),
    actorOf: options.actorOf,
    audit: (record) => kept.audit.recordSoon(record),
    ...options.figures,
    tellOwner: ({ question, nameOf, end }) => {
      notifier.tell(questionNotice(question, (id) => nameOf({ door: 'peer', id }), end))
    },
    onError: (err) => log.error({ err }, 'a question or a use of a rule was not kept'),
  })
  const supervisor = new Supervisor({
    ...{ hub, ownClock },
    timings: options.timings,
    leaving: options.leaving,
    judge: rules.judge,
    running,
    protocol: protocol.inForce,
    policies: () => policiesInForce(kept.policies.list(), given.peerPolicies),
    generations: kept.generations,
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
    judge: rules.judge,
    digest: options.digest,
    leaving: options.leaving,
    onError: (err) => log.error({ err }, 'what the owner was asked about could not be done'),
    audit: (use) => {
      kept.audit.use({ ...use, actor: options.actorOf(use.caller), times: 1 })
    },
  })
  const apps = new Apps({
    ...{ registry, rules, key, hub, stop, clock, ownClock },
    store: kept.apps,
    relays: () => running.relays,
    relayHosts,
    groupKey,
    absent: () => absentOf(supervisor),
    console: () => sinks.inForce().sink?.console ?? given.console,
    onBarred: () => supervisor.node?.forgetSecrets(),
    tell: (type, text) => void events.add(type, text, { apps: true }),
    audit: (record) => kept.audit.recordSoon(record),
    onError: (err) => log.error({ err }, 'what concerns an app was not kept'),
  })
  const policies = createPolicies({
    saved: kept.policies,
    environment: given.peerPolicies,
    together: options.together,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
    onChange: () => rules.review(),
  })
  const peerGenerations = createPeerGenerations({
    kept: kept.generations,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const names = createNames({
    book: rules.book,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const spares = new Spares({
    kept: kept.spares,
    keyset: running,
    groupName: () => running.groupName ?? '',
    ...{ reader, deriveKey: options.packageKeys, book: rules.book, names, log: events },
    together: options.together,
    prove: ({ actor, hash, through }) =>
      key.carryOut(
        { operation: 'sign', caller: { door: 'owner', id: actor }, hash, through },
        { waitFor: 0 },
      ),
    audit: (record) => kept.audit.record(record),
  })
  running.onGroupGiven(({ xonly }) => spares.joined(xonly))
  running.onChange(() => {
    history.look()
    spares.look()
  })
  const joining = new Joining({
    nonces: { join: kept.nonces.join, giveUp: kept.nonces.giveUpJoining },
    kept: receivedIn(kept.sealed),
    onError: (err) => log.error({ err }, 'what joining has brought could not be read or deleted'),
    deriveKey: options.packageKeys,
    ...{ reader, relayHosts },
    running: () => running.self,
    hub,
    log: events,
    timings: options.joiningTimings,
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
      peerGenerations,
      signatures,
      history,
      profile,
      protocol,
      sinks,
      notifier,
      spares,
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
      await spares.stop()
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
function absentOf({ node }: Supervisor): { offline: number; all: number; need: number } | null {
  if (node === null) return null
  const { cosigners, group } = node
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
