import { type Auth, createAuth } from './auth/auth.ts'
import { createPackageKeys } from './auth/package-keys.ts'
import { type Backups, createBackups } from './backups/backups.ts'
import type { Config } from './config/whole.ts'
import { FIRST_KEYSET } from './contract/keysets.ts'
import type { Curve } from './curve/port.ts'
import { serverCurve } from './curve/server.ts'
import { type DeriveKey, deriveKeyInThread } from './frostr/gen2/package-cipher.ts'
import { type Credentials, createKeysetReader, type KeysetReader } from './frostr/keyset.ts'
import type { OriginRules } from './http/origin.ts'
import type { GroupKey } from './key/key.ts'
import {
  createKeyset,
  GIVEN_NOTHING,
  type GivenSettings,
  type KeysetContext,
} from './keyset-context.ts'
import type { Joining } from './keysets/joining/joining.ts'
import { createKeysets, type Keysets } from './keysets/keysets.ts'
import type { PeerGenerations } from './keysets/peer-generations.ts'
import type { Policies } from './keysets/policies.ts'
import type { Supervisor } from './keysets/supervisor.ts'
import { type Logger, logEvent } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { EventLog } from './node/events.ts'
import type { SignatureTally } from './node/signature-tally.ts'
import type { ProtocolSettings } from './protocol-settings.ts'
import { RelayHub } from './relay/hub.ts'
import type { KeysetSettings } from './store/keyset-settings.ts'
import { openStore, type Store } from './store/open.ts'

/** Everything that a request may need, built once. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly store: Store
  readonly events: EventLog
  /** Reads credentials. */
  readonly reader: KeysetReader
  readonly keysets: Keysets<KeysetContext>
  /** Of the first keyset, as are all others here of what a keyset has. */
  readonly supervisor: Supervisor
  /** The group's key, for all who may use it. */
  readonly key: GroupKey
  readonly policies: Policies
  readonly peerGenerations: PeerGenerations
  /** The relay connections of the process. */
  readonly hub: RelayHub
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
  /** Ends the signers, answering what is in flight, then the store. */
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
  const events = new EventLog({ reserveIds: (count) => store.settings.reserveEventIds(count) })
  const signerLog = log.child({ part: 'signer' })
  events.listen((frame) => logEvent(signerLog, frame))
  store.findings.listen(() => {
    const { warning } = store.findings
    if (warning !== undefined) events.add('warning', warning)
  })
  const packageKeys = createPackageKeys(deriveKeyInThread)
  const hub = new RelayHub()
  const keysets = createKeysets(store.keysets, (id) =>
    createKeyset({
      kept: store.keyset(id),
      // What the environment has is meant for one keyset.
      given: id === FIRST_KEYSET ? givenBy(config) : GIVEN_NOTHING,
      protocol: config.protocol,
      ...{ reader, packageKeys, hub, log },
      events: events.of(id),
      together: (work) => store.together(work),
      onSignature: (record) => metrics.signature(record),
    }),
  )
  const { first } = keysets
  const metrics = createMetrics(first.supervisor)
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
    hub,
    keysets,
    supervisor: first.supervisor,
    key: first.key,
    policies: first.policies,
    peerGenerations: first.peerGenerations,
    auth,
    packageKeys,
    metrics,
    signatures: first.signatures,
    backups,
    protocol: first.protocol,
    joining: first.joining,
    originRules: { allowedOrigins: config.allowedOrigins, checkHost: !auth.enabled },
    applySettings: first.applySettings,
    settings: first.settings,
    close: async () => {
      await keysets.stop()
      await backups.stop()
      auth.stop()
      metrics.stop()
      store.close()
    },
  }
}

const givenBy = ({ env, peerPolicies }: Config): GivenSettings => ({ env, peerPolicies })
