import { createAuth } from '#auth/auth.ts'
import { createPasswords, type PasswordCost } from '#auth/passwords.ts'
import type { Config } from '#config/read-config.ts'
import { envKeys, FIRST_KEYSET } from '#contract/keysets.ts'
import { ownerEvent } from '#contract/messages.ts'
import { project } from '#contract/project.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { EventLog } from '#events/event-log.ts'
import type { OriginRules } from '#http/origin.ts'
import { createImports } from '#import/import.ts'
import type { JoiningTimings } from '#keysets/joining/attempt.ts'
import { createKeysets } from '#keysets/keysets.ts'
import { createPackageKeys } from '#keysets/package-keys.ts'
import { createClock } from '#lib/clock.ts'
import { type Logger, logEvent } from '#lib/log.ts'
import { createOwnClock } from '#lib/own-clock.ts'
import { VERSION } from '#lib/version.ts'
import { createMetrics } from '#metrics/metrics.ts'
import { createStop } from '#policy/stop.ts'
import { createKeysetReader } from '#protocol/keyset.ts'
import { type DeriveKey, deriveKeyInThread } from '#protocol/v2/package-cipher.ts'
import { RelayPool } from '#relay/pool.ts'
import type { SignerTimings } from '#signer/options.ts'
import { createBackups } from '#store/backup/backups.ts'
import type { PassphraseCost } from '#store/backup/sealed-key.ts'
import { openStore } from '#store/open.ts'
import { watchChanges } from '#store/outside.ts'
import { createUpdateCheck, newestVersion } from '#updates/update-check.ts'
import { createKeyset, type GivenSettings, type Shared } from './keyset.ts'
import { watchOverview } from './watch-overview.ts'

/** Everything that handlers of requests need. Built once. */
export type Context = ReturnType<typeof createContext>

/** Hashing is slow on purpose, against guessing. Tests of something else make it faster. */
export interface HashingCosts {
  /** The cost of a new password hash. */
  password?: PasswordCost
  /** The cost of deriving a key from a back-up's passphrase. */
  passphrase?: PassphraseCost
  /** Makes the keys of packages. */
  packageKey?: DeriveKey
}

/**
 * Builds the parts of the server, each from those built before it.
 *
 * @param options.curve for reading credentials
 * @param options.timings overrides of the signers' timings
 * @param options.hashing overrides of hashing costs
 * @throws StoreError when the data folder can't be used
 */
export function createContext(
  config: Config,
  log: Logger,
  {
    curve = serverCurve,
    timings = {},
    joining = {},
    hashing = {},
  }: {
    curve?: Curve
    timings?: Partial<SignerTimings>
    joining?: Partial<JoiningTimings>
    hashing?: HashingCosts
  } = {},
) {
  const reader = createKeysetReader(curve)
  const store = openStore({
    dataDir: config.dataDir,
    sealingKey: config.secretKey?.reveal(),
    log: log.child({ part: 'store' }),
  })
  const events = new EventLog({ reserveIds: (count) => store.settings.reserveEventIds(count) })
  const signerLog = log.child({ part: 'signer' })
  events.listen((frame) => logEvent(signerLog, frame))
  store.tampering.listen(() => {
    const { warning } = store.tampering
    if (warning !== undefined) events.add('warning', warning.error)
  })
  const clock = createClock()
  const { derive: packageKeys, seconds: packageSeconds } = createPackageKeys(
    hashing.packageKey ?? deriveKeyInThread,
    clock,
  )
  const ownClock = createOwnClock({
    now: clock.now,
    wall: clock.wall,
    report: (type, message) => void events.add(type, message),
  })
  const relayPool = new RelayPool({ onTime: ownClock.note })
  ownClock.onSet((by) => relayPool.clockSet(by))
  const stop = createStop({
    store: store.stop,
    clock,
    onError: (err) => log.error({ err }, 'the stop could not be read'),
    onPersisted: () => events.add('system', ownerEvent.stopKept, { stopped: stop.state }),
  })
  const auth = createAuth({
    ...{ config, store, log: log.child({ part: 'auth' }) },
    latest: clock.latest.now,
    passwords: createPasswords({ cost: hashing.password }),
  })
  const metrics = createMetrics({ stop })
  const leaving = new AbortController()
  const shared: Shared = {
    ...{ config, store, events, auth, metrics, reader, packageKeys, relayPool, stop, clock },
    ...{ ownClock, leaving: leaving.signal, timings, joiningTimings: joining, log },
  }
  const keysets = createKeysets(store.keysets, (id) =>
    // The environment configures one keyset only.
    createKeyset(id, id === FIRST_KEYSET ? givenBy(config) : GIVEN_NOTHING, shared),
  )
  for (const keyset of keysets.all) metrics.measure(keyset)
  ownClock.onSet((by) => {
    for (const { supervisor } of keysets.all) supervisor.signer?.clockSet(by)
  })
  auth.apiKeys.onRevoked((id) => {
    for (const { policy } of keysets.all) policy.ruleSet.forget({ door: 'program', id })
  })
  let flushing = Promise.resolve()
  stop.onChange((isStopped) => {
    // Not in the API's handler: a stop by a command comes without a call.
    if (isStopped) flushing = relayPool.flush()
    events.add('system', isStopped ? ownerEvent.stopped : ownerEvent.resumed, {
      stopped: stop.state,
    })
  })
  const endWatch = watchChanges(store.dataDir, () => {
    stop.poll()
    auth.apiKeys.look()
  })
  const backups = createBackups({
    config,
    settings: store.settings,
    log: log.child({ part: 'backup' }),
    report: (type, message) => void events.add(type, message),
    passphraseCost: hashing.passphrase,
  })
  const updates = createUpdateCheck({
    version: VERSION,
    settings: store.settings,
    ask: (signal) => newestVersion(project.image, { signal }),
    onError: (err) => log.info({ err }, 'the newest version could not be asked for'),
    now: Date.now,
  })
  const imports = createImports({
    ...{ dataDir: config.dataDir, relayHosts: config.relayHosts, store, reader },
    ...{ kept: keysets.first.kept, deriveKey: packageKeys },
    passwords: createPasswords({ cost: hashing.password }),
    hasKeyset: () => {
      const { SHARE_CRED, GROUP_CRED } = keysets.first.settings()
      return (SHARE_CRED.value ?? GROUP_CRED.value) !== undefined
    },
    onImported: ({ env, credentials }) => {
      const { apps, policy, events, applySettings } = keysets.first
      auth.apiKeys.reread()
      policy.ruleSet.reload()
      apps.reread()
      const settings = envKeys.filter((key) => env[key] !== undefined)
      events.add('system', ownerEvent.settingsSaved(settings), { settings })
      applySettings(credentials)
    },
  })
  const endOverviews = keysets.all.map((keyset) =>
    watchOverview({
      ...{ auth, backups, ownClock, stop, store, events, keyset },
      onError: (err) => log.error({ err }, 'what needs the owner could not be read'),
    }),
  )
  const originRules: OriginRules = {
    allowedOrigins: config.allowedOrigins,
    checkHost: !auth.enabled,
  }
  return {
    ...{ config, log, store, events, reader, keysets, relayPool, stop, auth, metrics, backups },
    ...{ imports, updates, ownClock, originRules },
    /** Derives the keys of packages: a limited number at a time, in worker threads. */
    packageKeys,
    /** Estimated seconds to open a package. */
    packageSeconds,
    /**
     * Resolves when the messages that were on their way to relays at the last stop are sent or dropped: within about
     * a second of the stop. Never rejects.
     */
    flushed: () => flushing,
    /** Ends the requests that wait for the owner, before the server stops. */
    leave: () => leaving.abort(),
    /** Stops the signers after they have answered the requests in flight, then everything else. */
    close: async (): Promise<void> => {
      leaving.abort()
      for (const end of endOverviews) end()
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

const GIVEN_NOTHING: GivenSettings = { env: {}, peerPolicies: [], channel: null, console: null }

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

/** The console's address: the first origin of the environment, with BASE_PATH. */
function consoleOf({ allowedOrigins, basePath }: Config): string | null {
  const origin = allowedOrigins.find((one) => /^https?:\/\//.test(one))
  return origin === undefined ? null : (URL.parse(`${basePath}/`, origin)?.href ?? null)
}
