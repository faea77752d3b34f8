import { describe, expect, it } from 'vitest'
import type { DirectionBarrier } from '#contract/directions.ts'
import type { NeedCode, Overview } from '#contract/overview.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import { type Device, type OverviewSources, overviewFor, overviewOf } from './overview.ts'

const NOW = Date.parse('2026-11-27T12:00:00.000Z')
const DAY = 86_400_000
const daysAgo = (days: number) => NOW - days * DAY
const iso = (ms: number) => new Date(ms).toISOString()

const CAN = { can: true, why: null } as const
const no = (why: DirectionBarrier) => ({ can: false, why })

const device = (fields: Partial<Device> = {}): Device => ({
  ...{ pubkey: '02', member: 2, name: 'Phone', status: 'online', lastSeen: NOW, goneSince: null },
  policy: { allowSend: true, allowReceive: true },
  ...{ partialSignatures: 0, areTwoDevices: false, isShutOut: false },
  ...fields,
})
const phone = device()
const laptop = device({ pubkey: '03', member: 3, name: 'Laptop' })

const relay = (fields: Partial<OverviewSources['relays'][0]> = {}) => ({
  ...{ url: 'wss://a.example', heard: true, goneSince: null },
  ...fields,
})

/** A signer that lacks nothing. */
const WELL: OverviewSources = {
  now: NOW,
  who: { npub: 'npub1', name: 'Anna', threshold: 2, members: 3 },
  hasCredentials: true,
  health: { state: 'running', reason: { error: '' }, directions: { ask: CAN, answer: CAN } },
  stopped: null,
  isStopPersisted: true,
  silentSince: null,
  devices: [phone, laptop],
  relays: [relay()],
  lastSignature: null,
  lastProven: null,
  v1Mode: 'warn',
  questions: [],
  joinRequests: [],
  shares: null,
  backup: { madeAt: daysAgo(1), interval: 0, failure: undefined },
  clockAhead: 0,
  diskProblem: null,
  hasChannel: true,
  hasLogin: true,
  isOwnShareTwice: false,
  warnings: [],
}

const read = (changes: Partial<OverviewSources> = {}): Overview =>
  overviewOf({ ...WELL, ...changes })

const directions = (
  ask: OverviewSources['health']['directions']['ask'],
  answer: OverviewSources['health']['directions']['answer'] = ask,
  state: OverviewSources['health']['state'] = 'degraded',
): Partial<OverviewSources> => ({
  health: { state, reason: { error: '' }, directions: { ask, answer } },
})

const reserved = (fields: Partial<ReservedShare>): ReservedShare => ({
  ...{ index: 3, pubkey: '03', state: 'kept', heardBefore: false },
  ...fields,
})
/** Why a test signature has failed, and the same in a need. */
const WHY = { problem: 'why', problemMessage: { error: 'why', code: 'text' } }
const TEXT = { text: WHY.problem, textMessage: WHY.problemMessage }

const sharesWith = (held: number, ...spares: ReservedShare[]) => ({
  shares: { threshold: 2, members: 3, held, npub: 'npub1', group: 'Anna', spares },
})

describe('what needs the owner', () => {
  it('is nothing while the signer lacks nothing', () => {
    expect(read()).toMatchObject({ needs: [], status: { word: 'ready', tone: 'ok' } })
  })

  const causes: [NeedCode, Partial<OverviewSources>, Partial<Overview['needs'][0]>][] = [
    ['open-access', { hasLogin: false }, { severity: 'warning', action: null }],
    ['no-credentials', { hasCredentials: false }, { action: { do: 'configure' } }],
    [
      'question',
      { questions: [{ askedAt: NOW }, { askedAt: daysAgo(1) }] },
      { params: { count: 2 }, since: iso(daysAgo(1)), action: { do: 'answer' } },
    ],
    [
      'join-request',
      { joinRequests: [{ askedAt: iso(NOW) }] },
      { params: { count: 1 }, since: iso(NOW), action: { do: 'see-requests' } },
    ],
    [
      'stopped',
      { stopped: { since: iso(daysAgo(1)) }, ...directions(no('owner')) },
      { since: iso(daysAgo(1)), severity: 'critical', action: { do: 'resume' } },
    ],
    ['stop-not-kept', { isStopPersisted: false }, { severity: 'critical' }],
    [
      'not-started',
      directions(no('stopped'), no('stopped'), 'stopped'),
      { severity: 'critical', action: { do: 'see-signer' } },
    ],
    [
      'not-started',
      { relays: [], ...directions(no('stopped'), no('stopped'), 'stopped') },
      { action: { do: 'see-relays' } },
    ],
    [
      'no-relay',
      {
        relays: [relay({ heard: false })],
        silentSince: NOW,
        ...directions(no('relay'), no('relay'), 'reconnecting'),
      },
      { severity: 'critical', since: iso(NOW), action: { do: 'see-relays' } },
    ],
    [
      'relay-gone',
      { relays: [relay(), relay({ url: 'wss://b.example', heard: false, goneSince: daysAgo(1) })] },
      { params: { url: 'wss://b.example' }, since: iso(daysAgo(1)) },
    ],
    [
      'cannot-sign',
      {
        devices: [
          device({ status: 'offline', lastSeen: daysAgo(9) }),
          device({ ...laptop, status: 'offline', lastSeen: daysAgo(1) }),
        ],
        ...directions(no('peers')),
      },
      // The device that was there last is the likeliest to come back.
      { params: { why: 'peers' }, action: { do: 'wake-device', pubkey: laptop.pubkey } },
    ],
    [
      'cannot-sign',
      directions(no('off')),
      { severity: 'critical', action: { do: 'see-protocol' } },
    ],
    [
      'one-way',
      {
        devices: [device({ policy: { allowSend: false, allowReceive: true } })],
        ...directions(no('policy'), CAN),
      },
      { severity: 'warning', action: { do: 'allow-send', pubkey: phone.pubkey } },
    ],
    [
      'one-way',
      {
        devices: [device({ policy: { allowSend: true, allowReceive: false } })],
        ...directions(CAN, no('policy')),
      },
      { action: { do: 'allow-receive', pubkey: phone.pubkey } },
    ],
    [
      'one-way',
      {
        devices: [
          device({ policy: { allowSend: true, allowReceive: true, denied: ['send.sign'] } }),
        ],
        ...directions(no('policy'), CAN),
      },
      { action: { do: 'see-device', pubkey: phone.pubkey } },
    ],
    ['one-way', directions(no('nonces'), CAN), { action: { do: 'see-device', pubkey: '02' } }],
    [
      'device-gone',
      { devices: [device({ status: 'offline', goneSince: daysAgo(7) }), laptop] },
      { params: { pubkey: '02', member: 2, name: 'Phone' }, since: iso(daysAgo(7)) },
    ],
    [
      'v1-exposure',
      { devices: [device({ partialSignatures: 1 })] },
      { severity: 'warning', action: { do: 'move' } },
    ],
    ['v1-exposure', { devices: [device({ partialSignatures: 2 })] }, { severity: 'critical' }],
    [
      'v1-exposure',
      { devices: [device({ partialSignatures: 3 })], v1Mode: 'refuse' },
      { severity: 'critical' },
    ],
    [
      'v1-shut-out',
      { devices: [device({ isShutOut: true })] },
      { action: { do: 'allow-v1', pubkey: '02' } },
    ],
    ['two-devices', { devices: [device({ areTwoDevices: true })] }, { severity: 'critical' }],
    ['own-share-twice', { isOwnShareTwice: true }, { severity: 'critical' }],
    [
      'whole-key-here',
      sharesWith(2, reserved({})),
      { params: { count: 2, needed: 2 }, action: { do: 'see-shares' } },
    ],
    ['share-lost', sharesWith(1, reserved({ state: 'lost' })), { params: { count: 1 } }],
    [
      'share-elsewhere',
      sharesWith(1, reserved({ state: 'handedOut', ...WHY })),
      { params: { pubkey: '03', member: 3, ...TEXT } },
    ],
    [
      'proof-failed',
      sharesWith(1, reserved({ state: 'online', name: 'Laptop', ...WHY })),
      { params: { pubkey: '03', member: 3, name: 'Laptop', ...TEXT } },
    ],
    [
      'backup-none',
      { backup: { ...WELL.backup, madeAt: null } },
      { action: { do: 'make-backup' } },
    ],
    [
      'backup-old',
      { backup: { ...WELL.backup, madeAt: daysAgo(30) } },
      { since: iso(daysAgo(30)) },
    ],
    [
      'backup-failed',
      { backup: { ...WELL.backup, failure: { error: 'why' } } },
      { params: TEXT, action: { do: 'see-backups' } },
    ],
    ['clock-wrong', { clockAhead: -61_234 }, { params: { ms: -60_000 }, severity: 'critical' }],
    [
      'disk-full',
      { diskProblem: { error: 'full' } },
      {
        params: { text: 'full', textMessage: { error: 'full', code: 'text' } },
        severity: 'critical',
      },
    ],
    ['no-notifications', { hasChannel: false }, { action: { do: 'set-notifications' } }],
    [
      'warning',
      { warnings: [{ why: { error: 'mind' }, isCritical: true, pubkey: '02' }] },
      { severity: 'critical', action: { do: 'see-device', pubkey: '02' } },
    ],
  ]
  it.each(causes)('is %s, alone, for %j', (code, changes, rest) => {
    expect(read(changes).needs).toEqual([expect.objectContaining({ code, ...rest })])
  })

  it.each<[string, Partial<OverviewSources>]>([
    ['a relay that is gone for less than a day', { relays: [relay(), relay({ goneSince: NOW })] }],
    [
      'a device that is gone for less than a week',
      { devices: [device({ goneSince: daysAgo(6.9) })] },
    ],
    [
      'a device that nobody has yet',
      { devices: [device({ ...laptop, goneSince: daysAgo(90) })], ...sharesWith(1, reserved({})) },
    ],
    ['a back-up of this month', { backup: { ...WELL.backup, madeAt: daysAgo(29) } }],
    [
      'a back-up that is as old as its owner wants it',
      { backup: { ...WELL.backup, madeAt: daysAgo(50), interval: 30 * DAY } },
    ],
    ['devices that have not all been heard yet', directions(no('looking'), CAN, 'running')],
    ['a signer that signs alone', directions(CAN, no('peers'))],
    [
      'two signatures in 1.x where it is refused now',
      { v1Mode: 'refuse', devices: [device({ partialSignatures: 2 })] },
    ],
  ])('is nothing for %s', (_, changes) => {
    expect(read(changes).needs).toEqual([])
  })

  it('is in the order of severity', () => {
    const { needs } = read({ hasLogin: false, isOwnShareTwice: true, hasChannel: false })
    expect(needs.map(({ code }) => code)).toEqual([
      'own-share-twice',
      'open-access',
      'no-notifications',
    ])
  })
})

describe('the status', () => {
  it.each<[string, string, Partial<OverviewSources>]>([
    ['ready', 'warn', directions(CAN)],
    ['ready', 'warn', directions(CAN, no('peers'))],
    ['asks-only', 'warn', directions(CAN, no('policy'))],
    ['answers-only', 'warn', directions(no('policy'), CAN)],
    ['answers-only', 'wait', directions(no('looking'), CAN, 'running')],
    ['looking', 'wait', directions(no('looking'), no('peers'), 'running')],
    ['cannot-sign', 'bad', directions(no('peers'))],
    ['no-relay', 'bad', directions(no('relay'), no('relay'), 'reconnecting')],
    ['connecting', 'wait', directions(no('relay'), no('relay'), 'starting')],
    ['failed', 'bad', directions(no('stopped'), no('stopped'), 'stopped')],
    ['stopped', 'bad', { stopped: { since: iso(NOW) } }],
    ['not-set-up', 'unknown', { hasCredentials: false }],
  ])('is %s, %s, for %j', (word, tone, changes) => {
    expect(read(changes).status).toEqual({ word, tone })
  })
})

describe('the ring', () => {
  it('counts the devices that are there, and this server', () => {
    const devices = [phone, device({ ...laptop, status: 'offline' })]
    expect(read({ devices }).ring).toEqual({ online: 2, needed: 2, total: 3 })
  })

  it('does not count a server that its owner has stopped', () => {
    expect(read({ stopped: { since: iso(NOW) } }).ring.online).toBe(2)
  })

  it('counts nobody while no relay is heard: nothing is known of anyone then', () => {
    const { ring, devices, relays } = read({ relays: [relay({ heard: false })] })
    expect(ring.online).toBe(0)
    expect(devices.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    expect(relays).toEqual({ connected: 0, total: 1 })
  })
})

describe('the overview by scope', () => {
  const overview = read({
    ...sharesWith(2, reserved({ state: 'online', ...WHY })),
    ...{ hasChannel: false, hasLogin: false, backup: { ...WELL.backup, madeAt: null } },
  })

  it('leaves out what only administrators may read, and says so', () => {
    const seen = overviewFor('read', overview)
    expect(seen.needs.map(({ code }) => code)).toEqual(['open-access'])
    expect(seen).toMatchObject({ complete: false, who: { npub: 'npub1' } })
    expect(seen.who).not.toHaveProperty('name')
  })

  it('is complete for an administrator', () => {
    expect(overviewFor('admin', overview)).toEqual(overview)
    expect(overview.complete).toBe(true)
  })
})
