import { type Auth, createAuth } from '#auth/auth.ts'
import { userIdOfKey } from '#auth/authenticator.ts'
import { createPasswords, type PasswordCost } from '#auth/passwords.ts'
import type { Config } from '#config/read-config.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { ownerEvent } from '#contract/messages.ts'
import { project } from '#contract/project.ts'
import type { Caller } from '#contract/rules.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { EventLog } from '#events/event-log.ts'
import type { OriginRules } from '#http/origin.ts'
import { createImports, type Imports } from '#import/imports.ts'
import { createKeysets, type Keysets } from '#keysets/keysets.ts'
import { createPackageKeys, type PackageKeys } from '#keysets/package-keys.ts'
import { createClock } from '#lib/clock.ts'
import { type Logger, logEvent } from '#lib/log.ts'
import { createOwnClock, type OwnClock } from '#lib/own-clock.ts'
import { VERSION } from '#lib/version.ts'
import { createMetrics, type Metrics } from '#metrics/metrics.ts'
import { createStop, type Stop } from '#policy/stop.ts'
import { createKeysetReader, type KeysetReader } from '#protocol/keyset.ts'
import { type DeriveKey, deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import { RelayPool } from '#relay/pool.ts'
import type { SignerTimings } from '#signer/options.ts'
import { type Backups, createBackups } from '#store/backup/backups.ts'
import type { PassphraseCost } from '#store/backup/sealed-key.ts'
import { openStore, type Store } from '#store/open.ts'
import { onToldByOthers } from '#store/outside-changes.ts'
import { newestVersion } from '#updates/newest-version.ts'
import { createUpdateCheck, type UpdateCheck } from '#updates/update-check.ts'
import { createKeyset, GIVEN_NOTHING, type GivenSettings, type KeysetContext } from './keyset.ts'

/** Everything that a request may need, built once. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly store: Store
  readonly events: EventLog
  /** Reads credentials. */
  readonly reader: KeysetReader
  /** By id; calls that name none mean the first. */
  readonly keysets: Keysets<KeysetContext>
  /** The relay connections of the process. */
  readonly relayPool: RelayPool
  /** The owner's stop of everything that uses a key. */
  readonly stop: Stop
  /**
   * Resolves when whatever was on its way to relays as the owner last stopped everything has left, or never
   * does: within about a second of the stop. Never rejects.
   */
  hasLeft(): Promise<void>
  readonly auth: Auth
  /** Opens and closes packages: a bounded number at a time, off the event loop. */
  readonly packageKeys: DeriveKey
  /** About how many seconds a package takes. */
  readonly packageSeconds: PackageKeys['seconds']
  readonly metrics: Metrics
  readonly backups: Backups
  readonly imports: Imports
  /** Whether there is a newer version. */
  readonly updates: UpdateCheck
  /** What the owner should know of this machine's clock. */
  readonly ownClock: OwnClock
  readonly originRules: OriginRules
  /** Nobody waits for the owner any longer: a stop is near. */
  leave(): void
  /** Ends the signers, answering what is in flight, then the store. */
  close(): Promise<void>
}

/** What is slow on purpose, so that nobody can guess: quicker in tests of something else. */
export interface HashingCosts {
  /** Of new hashes of passwords. */
  password?: PasswordCost
  /** Of back-ups' passphrases. */
  passphrase?: PassphraseCost
  /** Makes the keys of packages. */
  packageKey?: DeriveKey
}

/**
 * @param options.curve what credentials are read with
 * @param options.timings overrides of what nodes measure time by
 * @param options.hashing overrides of what hashing costs
 * @throws StoreError when the data folder can't be used
 */
export function createContext(
  config: Config,
  log: Logger,
  {
    curve = serverCurve,
    timings = {},
    hashing = {},
  }: { curve?: Curve; timings?: Partial<SignerTimings>; hashing?: HashingCosts } = {},
): Context {
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
  const clock = createClock()
  const { derive: packageKeys, seconds: packageSeconds } = createPackageKeys(
    hashing.packageKey ?? deriveKeyInThread,
    clock,
  )
  const relayPool = new RelayPool({ onTime: (host, theirs) => ownClock.note(host, theirs) })
  const ownClock = createOwnClock({
    now: clock.now,
    wall: clock.wall,
    onSet: (by) => {
      relayPool.clockSet(by)
      for (const { supervisor } of keysets.all) supervisor.signer?.clockSet(by)
    },
    tell: (type, message) => void events.add(type, message),
  })
  const stop = createStop({
    store: store.stop,
    clock,
    onError: (err) => log.error({ err }, 'it could not be read whether everything is stopped'),
    onKept: () => events.add('system', ownerEvent.stopKept, { stopped: stop.state }),
  })
  const auth = createAuth({
    ...{ config, repositories: store, log: log.child({ part: 'auth' }) },
    latest: clock.latest.now,
    passwords: createPasswords({ cost: hashing.password }),
  })
  const programName = (id: string) => auth.apiKeys.nameOf(id)
  const leaving = new AbortController()
  const metrics = createMetrics({ stop })
  const keysets = createKeysets(store.keysets, (id) =>
    createKeyset({
      kept: store.keyset(id),
      // What the environment has is meant for one keyset.
      given: id === FIRST_KEYSET ? givenBy(config) : GIVEN_NOTHING,
      protocol: config.protocol,
      relayHosts: config.relayHosts,
      ...{ reader, packageKeys, relayPool, stop, clock, ownClock, log, programName, timings },
      actorOf: (caller) => actorOfCaller(caller, programName),
      events: events.of(id),
      digest: (text) => store.fingerprint('what is asked', text),
      transaction: (work) => store.transaction(work),
      leaving: leaving.signal,
      onSignature: (record) => metrics.signature(id, record),
      figures: {
        onDecision: (asked, policyOutcome) => metrics.policyOutcome(id, asked, policyOutcome),
        onOver: (waited) => metrics.answered(id, waited),
      },
    }),
  )
  for (const keyset of keysets.all) metrics.measure(keyset)
  auth.apiKeys.onRevoked((id) => {
    for (const { rules } of keysets.all) rules.book.forget({ door: 'program', id })
  })
  let left = Promise.resolve()
  stop.onChange((isStopped) => {
    // Here, for every stop: a command's is taken over without a call.
    if (isStopped) left = relayPool.flush()
    events.add('system', isStopped ? ownerEvent.stopped : ownerEvent.resumed, {
      stopped: stop.state,
    })
  })
  const endWatch = onToldByOthers(store.dataDir, () => {
    stop.look()
    auth.apiKeys.look()
  })
  const backups = createBackups({
    config,
    settings: store.settings,
    log: log.child({ part: 'backup' }),
    tell: (type, message) => void events.add(type, message),
    passphraseCost: hashing.passphrase,
  })
  const updates = createUpdateCheck({
    version: VERSION,
    kept: store.settings,
    ask: (signal) => newestVersion(project.image, { signal }),
    onError: (err) => log.info({ err }, 'the newest version could not be asked for'),
    now: Date.now,
  })
  const imports = createImports({
    ...{
      dataDir: config.dataDir,
      relayHosts: config.relayHosts,
      store,
      reader,
      apiKeys: auth.apiKeys,
    },
    ...{ keyset: keysets.first, deriveKey: packageKeys },
    passwords: createPasswords({ cost: hashing.password }),
    onSettings: (settings) => {
      keysets.first.events.add('system', ownerEvent.settingsSaved(settings), { settings })
    },
  })
  return {
    config,
    log,
    store,
    events,
    reader,
    relayPool,
    stop,
    hasLeft: () => left,
    keysets,
    auth,
    packageKeys,
    packageSeconds,
    metrics,
    backups,
    imports,
    updates,
    ownClock,
    originRules: { allowedOrigins: config.allowedOrigins, checkHost: !auth.enabled },
    leave: () => leaving.abort(),
    close: async () => {
      leaving.abort()
      await keysets.stop()
      ownClock.stop()
      endWatch()
      stop.close()
      await backups.stop()
      await updates.stop()
      auth.stop()
      metrics.stop()
      store.close()
    },
  }
}

/** A program by its key's name, as where it signs in; a key that is gone by its id. */
const actorOfCaller = ({ door, id }: Caller, programName: (id: string) => string | undefined) =>
  door === 'program' ? userIdOfKey(programName(id) ?? id) : id

const givenBy = (config: Config): GivenSettings => ({
  env: config.env,
  peerPolicies: config.peerPolicies,
  channel: channelOf(config),
  console: consoleOf(config),
})

function channelOf(config: Config): GivenSettings['channel'] {
  const { notify } = config
  if (notify === undefined) return null
  const { url, token } = notify
  return { url: url.reveal(), token: token?.reveal() ?? null, console: consoleOf(config) }
}

/** What links to the console leads to the first origin that the environment names, and there below BASE_PATH. */
function consoleOf({ allowedOrigins, basePath }: Config): string | null {
  const origin = allowedOrigins.find((one) => /^https?:\/\//.test(one))
  return origin === undefined ? null : (URL.parse(`${basePath}/`, origin)?.href ?? null)
}
