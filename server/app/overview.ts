import type { DirectionBarrier } from '#contract/directions.ts'
import { SHARE_EXPOSED_BY } from '#contract/limits.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import type { Cure, Need, NeedCode, NeedParams, Overview } from '#contract/overview.ts'
import type { V1Mode } from '#contract/protocols.ts'
import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import type { StopState } from '#contract/rules.ts'
import { reaches, type Scope } from '#contract/scopes.ts'
import type { SignerHealth } from '#signer/health.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'

/** Milliseconds. */
const DAY = 86_400_000
/** How long a relay, and a device, may be gone. */
const RELAY_GONE = DAY
const DEVICE_GONE = 7 * DAY
/** How old the last back-up may be, unless they are scheduled less often. */
const BACKUP_OLD = 30 * DAY

/** Another device of the group. Times are Unix milliseconds, by the machine's clock. */
export interface Device
  extends Pick<
    PeerEntry,
    'pubkey' | 'status' | 'lastSeen' | 'policy' | 'partialSignatures' | 'areTwoDevices'
  > {
  member: number
  name: string | undefined
  /** Since when it is known to be offline; null: it is not. */
  goneSince: number | null
  /** It is refused in 1.x because it has spoken 2026 once. */
  isShutOut: boolean
  /** Its last test signature failed, and it has not proven since that it signs. */
  failedProof?: { at: number; why: Failure } | undefined
}

/** What an overview is made of. Times are Unix milliseconds, by the machine's clock. */
export interface OverviewSources {
  now: number
  who: Overview['who']
  hasCredentials: boolean
  health: SignerHealth
  /** Null: the owner has stopped nothing. */
  stopped: StopState | null
  isStopPersisted: boolean
  /** Null: a relay is heard, or there is no signer. */
  silentSince: number | null
  devices: readonly Device[]
  relays: readonly { url: string; heard: boolean; goneSince: number | null }[]
  lastSignature: string | null
  lastProven: Overview['lastProven']
  v1Mode: V1Mode
  /** Without those about devices that ask to join. */
  questions: readonly { askedAt: number }[]
  joinRequests: readonly { askedAt: string }[]
  /** Null while no valid keyset runs here. */
  shares: ReservedSharesAnswer | null
  /** `interval` in milliseconds; 0: none are scheduled. */
  backup: { madeAt: number | null; interval: number; failure: Failure | undefined }
  /** Milliseconds by which this machine's clock is ahead; 0: it is not known to be wrong. */
  clockAhead: number
  diskProblem: Failure | null
  hasChannel: boolean
  hasLogin: boolean
  isOwnShareTwice: boolean
  /** What else the owner should know; `pubkey` of the device that it is about. */
  warnings: readonly { why: Failure; isCritical: boolean; pubkey?: string | undefined }[]
}

/** The overview as an administrator sees it. */
export function overviewOf(sources: OverviewSources): Overview {
  const { now, who, devices, relays, stopped, hasCredentials } = sources
  const status = statusOf(sources)
  // Nothing is known of devices while no relay is heard.
  const isHeard = relays.some(({ heard }) => heard)
  const seen = devices.map(({ pubkey, member, name, status: state }) => ({
    ...{ pubkey, member },
    ...(name !== undefined && { name }),
    state: isHeard ? state : ('unknown' as const),
  }))
  const isHere = isHeard && stopped === null
  const online = seen.filter(({ state }) => state === 'online').length + (isHere ? 1 : 0)
  return {
    at: iso(now),
    status,
    who,
    ring: { online, needed: who?.threshold ?? 0, total: who?.members ?? 0 },
    devices: seen,
    relays: {
      connected: relays.filter(({ heard }) => heard).length,
      total: relays.length,
    },
    lastSignature: sources.lastSignature,
    lastProven: sources.lastProven,
    needs: [
      ...machineNeeds(sources),
      ...(hasCredentials
        ? keysetNeeds(sources, status.word)
        : [need('no-credentials', 'configure')]),
    ].toSorted((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity]),
    complete: true,
  }
}

const GRAVITY = { critical: 0, warning: 1 } as const

/** Needs that are known from calls that only administrators may make. */
const ADMIN_ONLY: readonly NeedCode[] = [
  'whole-key-here',
  'share-lost',
  'share-elsewhere',
  'proof-failed',
  'backup-none',
  'backup-old',
  'no-notifications',
]

/** The overview as somebody with a scope may see it. */
export function overviewFor(scope: Scope, overview: Overview): Overview {
  if (reaches(scope, 'admin')) return overview
  const needs = overview.needs.filter(({ code }) => !ADMIN_ONLY.includes(code))
  const { who } = overview
  return {
    ...overview,
    who: who && { npub: who.npub, threshold: who.threshold, members: who.members },
    needs,
    complete: false,
  }
}

function statusOf({ stopped, hasCredentials, health }: OverviewSources): Overview['status'] {
  const { state, directions } = health
  const { ask, answer } = directions
  if (stopped !== null) return { word: 'stopped', tone: 'bad' }
  if (!hasCredentials) return { word: 'not-set-up', tone: 'unknown' }
  if (state === 'stopped') return { word: 'failed', tone: 'bad' }
  if (state === 'starting') return { word: 'connecting', tone: 'wait' }
  if (ask.why === 'relay') return { word: 'no-relay', tone: 'bad' }
  const isRunning = state === 'running'
  if (ask.can) {
    // A signer that signs alone is ready although no peer is online.
    const isReady = answer.can || answer.why === 'peers'
    if (!isReady) return { word: 'asks-only', tone: isRunning ? 'wait' : 'warn' }
    return { word: 'ready', tone: isRunning ? 'ok' : 'warn' }
  }
  if (answer.can) return { word: 'answers-only', tone: isRunning ? 'wait' : 'warn' }
  const isLooking = ask.why === 'looking' || answer.why === 'looking'
  return isLooking ? { word: 'looking', tone: 'wait' } : { word: 'cannot-sign', tone: 'bad' }
}

interface More {
  severity?: Need['severity']
  params?: NeedParams
  /** Unix milliseconds, or ISO 8601. */
  since?: number | string | null
}

/** @param cure what the action does, or the whole action */
function need(
  code: NeedCode,
  cure: Cure | Need['action'],
  { severity = 'warning', params = {}, since = null }: More = {},
): Need {
  const action = typeof cure === 'string' ? { do: cure } : cure
  return { code, severity, params, since: typeof since === 'number' ? iso(since) : since, action }
}

const critical = (code: NeedCode, cure: Cure | Need['action'], more: More = {}): Need =>
  need(code, cure, { ...more, severity: 'critical' })

/** Needs that are shown with or without a keyset. */
function machineNeeds(sources: OverviewSources): Need[] {
  const { stopped, isStopPersisted, clockAhead, diskProblem, hasLogin, warnings } = sources
  return [
    ...when(diskProblem, (why) => critical('disk-full', null, { params: textOf(why) })),
    ...some(clockAhead !== 0, () =>
      critical('clock-wrong', null, { params: { ms: Math.round(clockAhead / 10_000) * 10_000 } }),
    ),
    ...when(stopped, ({ since }) => critical('stopped', 'resume', { since })),
    ...some(!isStopPersisted, () => critical('stop-not-kept', null)),
    ...some(!hasLogin, () => need('open-access', null)),
    ...warnings.map(({ why, isCritical, pubkey }) =>
      need('warning', pubkey === undefined ? null : { do: 'see-device', pubkey }, {
        severity: isCritical ? 'critical' : 'warning',
        params: textOf(why),
      }),
    ),
  ]
}

function keysetNeeds(sources: OverviewSources, word: Overview['status']['word']): Need[] {
  const { questions, joinRequests, hasChannel } = sources
  const { stopped } = sources
  return [
    // While the owner's stop lasts, the need `stopped` already says why nothing is signed.
    ...(stopped === null ? signingNeeds(sources, word) : []),
    ...some(joinRequests.length > 0, () =>
      need('join-request', 'see-requests', {
        params: { count: joinRequests.length },
        since: joinRequests.map(({ askedAt }) => askedAt).toSorted()[0] ?? null,
      }),
    ),
    ...some(questions.length > 0, () =>
      need('question', 'answer', {
        params: { count: questions.length },
        since: Math.min(...questions.map(({ askedAt }) => askedAt)),
      }),
    ),
    ...some(sources.isOwnShareTwice, () => critical('own-share-twice', null)),
    ...sources.devices.flatMap((device) => deviceNeeds(device, sources)),
    ...relayNeeds(sources),
    ...shareNeeds(sources),
    ...backupNeeds(sources),
    ...some(!hasChannel, () => need('no-notifications', 'set-notifications')),
  ]
}

/** Why nothing can be signed, or only in one direction. */
function signingNeeds(sources: OverviewSources, word: Overview['status']['word']): Need[] {
  const { health, relays, silentSince, devices } = sources
  const { ask, answer } = health.directions
  switch (word) {
    case 'failed':
      // Without a valid relay it is not started either.
      return [critical('not-started', relays.length === 0 ? 'see-relays' : 'see-signer')]
    case 'no-relay':
      return [
        critical('no-relay', 'see-relays', {
          params: { count: relays.length },
          since: silentSince,
        }),
      ]
    case 'cannot-sign': {
      const why = ask.why ?? 'peers'
      return [critical('cannot-sign', cureOf(why, 'send', devices), { params: { why } })]
    }
    case 'asks-only': {
      const why = answer.why ?? 'peers'
      if (why === 'looking') return []
      return [need('one-way', cureOf(why, 'receive', devices), { params: { why } })]
    }
    case 'answers-only': {
      const why = ask.why ?? 'peers'
      if (why === 'looking') return []
      return [need('one-way', cureOf(why, 'send', devices), { params: { why } })]
    }
    default:
      return []
  }
}

function cureOf(
  why: DirectionBarrier,
  direction: 'send' | 'receive',
  devices: readonly Device[],
): Need['action'] {
  const online = devices.filter(({ status }) => status === 'online')
  switch (why) {
    case 'off':
      return { do: 'see-protocol' }
    case 'peers':
      return atDevice('wake-device', likeliest(devices))
    case 'policy': {
      const off = online.find(({ policy }) =>
        direction === 'send' ? !policy.allowSend : !policy.allowReceive,
      )
      if (off) return atDevice(direction === 'send' ? 'allow-send' : 'allow-receive', off)
      const isDenied = ({ policy }: Device) => policy.denied?.includes(`${direction}.sign`) === true
      return atDevice('see-device', online.find(isDenied))
    }
    case 'older':
    case 'refused':
    case 'nonces':
      return atDevice('see-device', online[0])
    default:
      return null
  }
}

const atDevice = (cure: Cure, device: Device | undefined): Need['action'] =>
  device === undefined ? null : { do: cure, pubkey: device.pubkey }

/** The device that was there last, and so is the likeliest to come back. */
const likeliest = (devices: readonly Device[]): Device | undefined =>
  devices
    .filter(({ status }) => status !== 'online')
    .toSorted((a, b) => (b.lastSeen ?? 0) - (a.lastSeen ?? 0))[0]

function deviceNeeds(device: Device, { now, shares, v1Mode }: OverviewSources): Need[] {
  const { pubkey, member, name, goneSince, partialSignatures: count } = device
  const params = { pubkey, member, ...(name !== undefined && { name }) }
  const share = shares?.spares.find((one) => one.index === member)
  // No device has the share, as far as is known here.
  const isMissing =
    (share?.state === 'kept' || share?.state === 'lost') && share.heardBefore !== true
  return [
    ...some(device.areTwoDevices, () =>
      critical('two-devices', { do: 'see-device', pubkey }, { params }),
    ),
    ...some(device.isShutOut, () =>
      critical('v1-shut-out', { do: 'allow-v1', pubkey }, { params }),
    ),
    // Where 1.x is refused, or answered by the owner's choice, only the signature that exposes the share matters.
    ...some(count >= (v1Mode === 'warn' ? 1 : SHARE_EXPOSED_BY), () =>
      need('v1-exposure', 'move', {
        severity: count >= SHARE_EXPOSED_BY - 1 ? 'critical' : 'warning',
        params: { ...params, count },
      }),
    ),
    // A failure of a device that was invited and has not signed yet is shown by shareNeeds.
    ...when(share?.problem === undefined ? device.failedProof : null, ({ at, why }) =>
      need(
        'proof-failed',
        { do: 'see-device', pubkey },
        {
          params: { ...params, ...textOf(why) },
          since: at,
        },
      ),
    ),
    ...some(!isMissing && goneSince !== null && now - goneSince >= DEVICE_GONE, () =>
      need('device-gone', { do: 'wake-device', pubkey }, { params, since: goneSince }),
    ),
  ]
}

const relayNeeds = ({ relays, now }: OverviewSources): Need[] =>
  relays
    .filter(({ goneSince }) => goneSince !== null && now - goneSince >= RELAY_GONE)
    .map(({ url, goneSince }) =>
      need('relay-gone', 'see-relays', { params: { url }, since: goneSince }),
    )

function shareNeeds({ shares }: OverviewSources): Need[] {
  if (shares === null) return []
  const { held, threshold, spares } = shares
  const lost = spares.filter(({ state, heardBefore }) => state === 'lost' && !heardBefore)
  return [
    ...some(held >= threshold, () =>
      need('whole-key-here', 'see-shares', { params: { count: held, needed: threshold } }),
    ),
    ...some(lost.length > 0, () =>
      need('share-lost', 'see-shares', { params: { count: lost.length } }),
    ),
    ...spares.flatMap(
      ({ index, pubkey, name, state, problemMessage, areTwoDevices, handedOutAt }) => {
        if (problemMessage === undefined || areTwoDevices) return []
        const params = {
          ...{ pubkey, member: index, ...textOf(problemMessage) },
          ...(name !== undefined && { name }),
        }
        const code = state === 'online' ? 'proof-failed' : 'share-elsewhere'
        return [need(code, 'see-shares', { params, since: handedOutAt ?? null })]
      },
    ),
  ]
}

function backupNeeds({ backup, now }: OverviewSources): Need[] {
  const { madeAt, interval, failure } = backup
  // One late back-up is no reason yet.
  const oldest = Math.max(BACKUP_OLD, 2 * interval)
  return [
    ...when(failure, (why) => need('backup-failed', 'see-backups', { params: textOf(why) })),
    ...(madeAt === null
      ? [need('backup-none', 'make-backup')]
      : some(now - madeAt >= oldest, () => need('backup-old', 'make-backup', { since: madeAt }))),
  ]
}

const textOf = (why: Failure) => ({ text: why.error, textMessage: messageOf(why) })

const some = (condition: boolean, make: () => Need): Need[] => (condition ? [make()] : [])

const when = <T>(value: T | null | undefined, make: (value: T) => Need): Need[] =>
  value === null || value === undefined ? [] : [make(value)]

const iso = (ms: number): string => new Date(ms).toISOString()
