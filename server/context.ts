import { type Auth, createAuth } from './auth/auth.ts'
import { createPackageKeys } from './auth/package-keys.ts'
import { type Backups, createBackups } from './backups/backups.ts'
import type { Config } from './config/whole.ts'
import { envKeys } from './contract/env-keys.ts'
import { FIRST_KEYSET } from './contract/keysets.ts'
import { settings as settingsTexts } from './contract/messages.ts'
import type { Curve } from './curve/port.ts'
import { serverCurve } from './curve/server.ts'
import { type DeriveKey, deriveKeyInThread } from './frostr/gen2/package-cipher.ts'
import { type Credentials, createKeysetReader, type KeysetReader } from './frostr/keyset.ts'
import type { OriginRules } from './http/origin.ts'
import { createKey, type GroupKey } from './key/key.ts'
import { Joining } from './keysets/joining/joining.ts'
import { createPeerGenerations, type PeerGenerations } from './keysets/peer-generations.ts'
import { createPolicies, type Policies } from './keysets/policies.ts'
import { policiesInForce } from './keysets/policy-in-force.ts'
import { type SignerSettings, Supervisor } from './keysets/supervisor.ts'
import { type Logger, logEvent } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { EventLog } from './node/events.ts'
import type { SignatureRecord } from './node/signature-record.ts'
import { createSignatureTally, type SignatureTally } from './node/signature-tally.ts'
import { createProtocolSettings, type ProtocolSettings } from './protocol-settings.ts'
import { RelayHub } from './relay/hub.ts'
import type { KeysetSettings } from './store/keyset-settings.ts'
import type { KeysetStore } from './store/keyset-store.ts'
import { openStore, type Store } from './store/open.ts'

/** Everything that a request may need, built once. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly store: Store
  readonly events: EventLog
  /** Reads credentials. */
  readonly reader: KeysetReader
  readonly supervisor: Supervisor
  /** The group's key, for all who may use it. */
  readonly key: GroupKey
  readonly policies: Policies
  readonly peerGenerations: PeerGenerations
  readonly auth: Auth
  /** Opens and closes packages: a bounded number at a time, off the event loop. */
  readonly packageKeys: DeriveKey
  readonly metrics: Metrics
  readonly signatures: SignatureTally
  readonly backups: Backups
  readonly protocol: ProtocolSettings
  /** This device's own onboarding. */
  readonly joining: Joining
  readonly originRules: OriginRules
  /**
   * Brings the signer in line with the settings, without waiting for it.
   *
   * @param checked what the settings' credentials say, where they were read before they were saved
   */
  applySettings(checked?: Credentials): void
  /** The four credentials in force, as text. */
  settings(): ReturnType<KeysetSettings['effectiveEnv']>
  /** Ends the signer, answering what is in flight, then the store. */
  close(): Promise<void>
}

/**
 * @param curve what credentials are read with
 * @throws StoreError when the data folder can't be used
 */
export function createContext(config: Config, log: Logger, curve: Curve = serverCurve): Context {
  const reader = createKeysetReader(curve)
  const store = openStore({
    dataDir: config.dataDir,
    sealingKey: config.secretKey?.reveal(),
    log: log.child({ part: 'store' }),
  })
  const kept = store.keyset(FIRST_KEYSET)
  const events = new EventLog({ reserveIds: (count) => store.settings.reserveEventIds(count) })
  const signerLog = log.child({ part: 'signer' })
  events.listen((frame) => logEvent(signerLog, frame))
  store.findings.listen(() => {
    const { warning } = store.findings
    if (warning !== undefined) events.add('warning', warning)
  })
  const settings = () =>
    kept.settings.effectiveEnv({
      ...config.env,
      GROUP_CRED: config.env.GROUP_CRED?.reveal(),
      SHARE_CRED: config.env.SHARE_CRED?.reveal(),
    })
  const signatures = createSignatureTally(kept.audit)
  const protocol = createProtocolSettings(config.protocol, kept.settings)
  const hub = new RelayHub()
  const supervisor = new Supervisor({
    hub,
    settings: (): SignerSettings => {
      const inForce = settings()
      return {
        shareCredential: inForce.SHARE_CRED.value,
        groupCredential: inForce.GROUP_CRED.value,
        relays: inForce.RELAYS.value,
        groupName: inForce.GROUP_NAME.value,
        notices: noticesOf(inForce, config),
      }
    },
    reader,
    protocol: protocol.inForce,
    policies: () => policiesInForce(kept.policies.list(), config.peerPolicies),
    generations: kept.generations,
    nonces: (identity) => kept.nonces.of(identity),
    forgetNonces: (identity) => kept.nonces.forget(identity),
    partialSignatures: () => kept.audit.partialSignatures(),
    audit: (record) => {
      auditSignature(kept, record)
      metrics.signature(record)
      signatures.add(record)
    },
    auditExchange: ({ peer, ...detail }) => {
      kept.audit.recordSoon({
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
    log: events.of(FIRST_KEYSET),
  })
  const key = createKey({
    keyset: supervisor,
    audit: (use) => kept.audit.recordSoon(use),
  })
  const policies = createPolicies({
    saved: kept.policies,
    environment: config.peerPolicies,
    together: store.together,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const peerGenerations = createPeerGenerations({
    kept: kept.generations,
    keyset: supervisor,
    log: events,
    audit: (change) => kept.audit.record(change),
  })
  const packageKeys = createPackageKeys(deriveKeyInThread)
  const joining = new Joining({
    nonces: { join: kept.nonces.join, giveUp: kept.nonces.giveUpJoining },
    deriveKey: packageKeys,
    reader,
    running: () => supervisor.self,
    hub,
    log: events.of(FIRST_KEYSET),
    onEnd: (outcome) => {
      kept.audit.recordSoon({ actor: 'self', action: 'onboarding.join', outcome })
    },
  })
  const metrics = createMetrics(supervisor)
  const auth = createAuth({ config, repositories: store, log: log.child({ part: 'auth' }) })
  const backups = createBackups({
    config,
    settings: store.settings,
    log: log.child({ part: 'backup' }),
    tell: (type, message) => void events.add(type, message),
  })
  return {
    config,
    log,
    store,
    events,
    reader,
    supervisor,
    key,
    policies,
    peerGenerations,
    auth,
    packageKeys,
    metrics,
    signatures,
    backups,
    protocol,
    joining,
    originRules: { allowedOrigins: config.allowedOrigins, checkHost: !auth.enabled },
    applySettings: (checked) => {
      supervisor
        .apply(checked)
        .catch((err: unknown) => log.error({ err }, 'settings were not applied'))
      void joining.saved()
    },
    settings,
    close: async () => {
      await joining.stop()
      await supervisor.stop()
      await backups.stop()
      auth.stop()
      metrics.stop()
      store.close()
    },
  }
}

/** Credentials deleted in the console stay deleted, whatever the environment has. */
function noticesOf(inForce: ReturnType<KeysetSettings['effectiveEnv']>, { env }: Config): string[] {
  const unused = envKeys.filter((key) => inForce[key].source === 'deleted' && env[key])
  return unused.length === 0 ? [] : [settingsTexts.deletedHere(unused.join(', '))]
}

function auditSignature(
  kept: KeysetStore,
  { peers, took, kinds, ...record }: SignatureRecord,
): void {
  kept.audit.signature({
    ...record,
    peer: peers[0] ?? 'self',
    peers,
    detail: { took, ...(peers.length > 1 ? { peers } : {}), ...(kinds && { kinds }) },
  })
}
