import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_NODE_RELAYS, MAX_RELAYS } from '#contract/limits.ts'
import { ownerWarning, request, protocolTexts as texts, validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { xOnly } from '#nostr/x-only.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { shareText } from '#protocol/v2/group.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { openPolicyEngine } from '../../tests/support/rules.ts'
import { recordedLog } from '../../tests/support/signer-parts.ts'
import { simulateRelays } from '../../tests/support/simulated-relays.ts'
import { until } from '../../tests/support/until.ts'
import { shut } from './health.ts'
import { Running, type RunningOptions, type SignerSettings } from './running.ts'
import { Supervisor, type SupervisorOptions } from './supervisor.ts'
import type { NonceIdentity } from './v2/credentials.ts'

const prng = seededPrng(51)
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const other = generateKeyset({ threshold: 2, totalMembers: 2, random: prng.bytes })
const share = (idx: number, of = keyset): string => of.shareCredentials[idx - 1] ?? ''
const pubkey = (idx: number): string => xOnly(keyset.group.commits[idx - 1]?.pubkey ?? '')

/** Quick reconnects, and no pings before the test ends. */
const TIMINGS = {
  relay: { backoffBase: 20, backoffMax: 50, backoffFloor: 5 },
  startDelay: 60_000,
}

async function startRelay(): Promise<RelayFixture> {
  const relay = await RelayFixture.start()
  onTestFinished(() => relay.stop())
  return relay
}

const configured = (relay: RelayFixture, fields: SignerSettings = {}): SignerSettings => ({
  shareCredential: share(1),
  groupCredential: keyset.groupCredential,
  relays: relay.url,
  ...fields,
})

/** A supervisor over settings that the test changes. */
function setUp(
  settings: SignerSettings,
  options: Partial<SupervisorOptions & RunningOptions> = {},
) {
  const recorded = recordedLog()
  const state = { settings }
  const supervisor = new Supervisor({
    running: new Running({ settings: () => state.settings, reader, ...options }),
    policyEngine: openPolicyEngine(),
    policies: () => new Map(),
    partialSignatures: () => new Map(),
    audit: () => {},
    auditExchange: () => {},
    log: recorded.log,
    timings: TIMINGS,
    ...options,
  })
  onTestFinished(() => supervisor.stop())
  const isReady = () => supervisor.signer?.isReady === true
  return { ...recorded, state, supervisor, isReady }
}

/** A supervisor whose signer runs, and hears its one relay. */
async function startRunning(options: Partial<SupervisorOptions> = {}) {
  const relay = await startRelay()
  const parts = setUp(configured(relay), options)
  await parts.supervisor.apply()
  await until(parts.isReady)
  return { relay, ...parts }
}

describe('the signer', () => {
  test('is stopped while no credentials are saved, and says so', async () => {
    const { supervisor } = setUp({})
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    expect(supervisor.health).toEqual({
      state: 'stopped',
      reason: expect.objectContaining({ error: request.noCredentials }),
      directions: shut('stopped'),
    })
    expect(supervisor.hasCredentials).toBe(false)
    expect([supervisor.relayStates, supervisor.warnings]).toEqual([[], []])
  })

  test.each([
    ['share', { groupCredential: keyset.groupCredential }],
    ['group credential', { shareCredential: share(1) }],
  ])('does not start without a %s', async (_, settings) => {
    const { supervisor } = setUp(settings)
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    expect(supervisor.health.state).toBe('stopped')
  })

  test('starts when credentials are saved, and is running when it hears a relay', async () => {
    const relay = await startRelay()
    const { supervisor, state, isReady, messages } = setUp({})
    await supervisor.apply()
    state.settings = configured(relay)
    await supervisor.apply()
    await until(isReady)
    expect(supervisor.health).toEqual({
      state: 'running',
      reason: expect.objectContaining({ error: 'Looking for peers: 0 of 2 peers online' }),
      directions: {
        answer: { can: false, why: 'looking' },
        ask: { can: false, why: 'looking' },
      },
    })
    expect(supervisor.self).toBe(pubkey(1))
    expect(supervisor.relays).toEqual([relay.url])
    expect(messages()).toContain('Signer running: Looking for peers: 0 of 2 peers online')
  })

  test('parses the settings when they change, not at each access', async () => {
    let reads = 0
    const state: { settings: SignerSettings } = { settings: {} }
    const { supervisor } = setUp(
      {},
      {
        settings: () => {
          reads += 1
          return state.settings
        },
      },
    )
    const ask = () => [supervisor.hasCredentials, supervisor.self, supervisor.group?.ok ?? false]
    expect(ask()).toEqual([false, null, false])
    state.settings = configured(await startRelay())
    const applied = supervisor.apply()
    expect(ask()).toEqual([true, pubkey(1), true])
    await applied
    const before = reads
    ask()
    expect(supervisor.relays.length).toBeGreaterThan(0)
    expect(reads).toBe(before)
  })

  test('goes on when the changed settings mean the same', async () => {
    const { relay, supervisor, state } = await startRunning()
    const { signer } = supervisor
    state.settings = configured(relay, { relays: JSON.stringify([`${relay.url}/`]) })
    await supervisor.apply()
    expect(supervisor.signer).toBe(signer)
    expect(relay.totalConnections).toBe(1)
  })

  test.each<[string, () => SignerSettings]>([
    ['share', () => ({ shareCredential: share(2) })],
    [
      'keyset',
      () => ({ shareCredential: share(1, other), groupCredential: other.groupCredential }),
    ],
  ])('starts anew when the %s changes', async (_, change) => {
    const { relay, supervisor, state, isReady } = await startRunning()
    const before = supervisor.signer
    state.settings = configured(relay, change())
    await supervisor.apply()
    expect(supervisor.signer).not.toBe(before)
    expect(before?.isReady).toBe(false)
    await until(isReady)
  })

  test('goes on when the relays change, logs that, and keeps its connections to relays that stay', async () => {
    const [kept, old, next] = [await startRelay(), await startRelay(), await startRelay()]
    const { supervisor, state, isReady, messages } = setUp(
      configured(kept, { relays: `${kept.url} ${old.url}` }),
    )
    await supervisor.apply()
    const urls = () => supervisor.relayStates.map(({ url, heard }) => heard && url)
    await until(() => urls().every(Boolean))
    const { signer } = supervisor
    const [since] = supervisor.relayStates.map((status) => status.since)
    state.settings = configured(kept, { relays: `${next.url} ${kept.url}` })

    await supervisor.apply()

    expect(isReady()).toBe(true)
    expect(supervisor.signer).toBe(signer)
    await until(() => old.connections === 0 && urls().every(Boolean))
    expect(urls()).toEqual([next.url, kept.url])
    expect(supervisor.relayStates[1]?.since).toBe(since)
    expect(kept.received.reqs).toBe(1)
    expect(messages().filter((message) => /added|removed|heard/.test(message))).toEqual([
      expect.stringContaining(' heard'),
      expect.stringContaining(' heard'),
      `${old.url} removed from the relays`,
      `${next.url} added to the relays`,
      `${next.url} heard`,
    ])
  })

  test('goes on, and is reconnecting, when all its relays are replaced', async () => {
    const [old, next] = [await startRelay(), await startRelay()]
    const { supervisor, state, isReady } = setUp(configured(old))
    await supervisor.apply()
    await until(isReady)
    const { signer } = supervisor
    next.faults.silent = true
    state.settings = configured(next)

    await supervisor.apply()

    expect(supervisor.signer).toBe(signer)
    expect(isReady()).toBe(false)
    expect(supervisor.health).toMatchObject({ state: 'reconnecting' })
    await until(() => old.connections === 0)
    next.faults.silent = false
    await until(isReady)
  })

  test('logs at once that it hears no relay when the only one it heard is removed', async () => {
    const [heard, silent] = [await startRelay(), await startRelay()]
    silent.faults.silent = true
    const { supervisor, state, isReady, messages } = setUp(
      configured(heard, { relays: `${heard.url} ${silent.url}` }),
    )
    await supervisor.apply()
    await until(isReady)
    state.settings = configured(silent)

    await supervisor.apply()

    expect(messages().at(-1)).toMatch(/^Signer reconnecting: Not hearing any relay/)
  })

  test('stops when the saved relays can’t be used', async () => {
    const { relay, supervisor, state } = await startRunning()
    state.settings = configured(relay, { relays: 'ftp://x.example' })

    await supervisor.apply()

    expect(supervisor.signer).toBeNull()
    await until(() => relay.connections === 0)
  })

  test('stops when the credentials are deleted, and disconnects from the relay', async () => {
    const { relay, supervisor, state, messages } = await startRunning()
    state.settings = { relays: relay.url }
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    expect(supervisor.health).toEqual({
      state: 'stopped',
      reason: expect.objectContaining({ error: request.noCredentials }),
      directions: shut('stopped'),
    })
    await until(() => relay.connections === 0)
    expect(messages().slice(-2)).toEqual([
      'Signer running: Looking for peers: 0 of 2 peers online',
      `Signer stopped: ${request.noCredentials}`,
    ])
  })

  test('uses the default relays when none are saved', () => {
    for (const relays of [undefined, '', '[]']) {
      expect(setUp({ relays }).supervisor.relays).toEqual(DEFAULT_NODE_RELAYS)
    }
  })

  test('is stopped, with the reason, when there are too many relays', async () => {
    const relays = JSON.stringify(Array.from({ length: 50 }, (_, n) => `wss://r${n}.example`))
    const { supervisor } = setUp({ ...configured(await startRelay()), relays })
    await supervisor.apply()
    const reason = expect.stringContaining(validation.relayTooMany(MAX_RELAYS))
    expect(supervisor.health).toMatchObject({
      state: 'stopped',
      reason: expect.objectContaining({ error: reason }),
    })
  })

  test('starts with the saved policies and counts', async () => {
    const relay = await startRelay()
    const { supervisor } = setUp(configured(relay), {
      policies: () => new Map([[pubkey(2), { allowSend: false, allowReceive: true }]]),
      partialSignatures: () => new Map([[pubkey(3), 12]]),
    })
    await supervisor.apply()
    expect(supervisor.peerManager.view()).toMatchObject({
      mode: 'full',
      peers: [
        { allowSend: false, partialSignatures: 0 },
        { allowSend: true, partialSignatures: 12 },
      ],
    })
  })

  test('shows the saved policies even while it does not run', () => {
    const { supervisor } = setUp(
      { groupCredential: keyset.groupCredential },
      { policies: () => new Map([[pubkey(2), { allowSend: false, allowReceive: true }]]) },
    )
    const { peers, mode } = supervisor.peerManager.view()
    expect(mode).toBe('static')
    expect(peers[1]).toMatchObject({ allowSend: false })
  })
})

describe('the state of the signer and its reason are reported', () => {
  test('when the relay goes and comes back', async () => {
    const { relay, supervisor, isReady, messages } = await startRunning()
    relay.setFaults({ refuse: true })
    relay.dropAll()
    await until(() => supervisor.health.state === 'reconnecting')
    expect(supervisor.health.reason.error).toMatch(/^Not hearing any relay for \d+ s, trying again/)
    relay.clearFaults()
    await until(isReady)
    const states = messages().filter((message) => message.startsWith('Signer '))
    expect(states.map((message) => message.split(':')[0])).toEqual([
      'Signer starting',
      'Signer running',
      'Signer reconnecting',
      'Signer running',
    ])
  })

  test('counting the silence from when the relay was lost', async () => {
    let ahead = 0
    const now = () => Date.now() + ahead
    const { relay, supervisor } = await startRunning({ now })
    ahead += 3_600_000
    await relay.stop()
    await until(() => supervisor.health.state === 'reconnecting')
    ahead += 40_000
    expect(supervisor.health.reason.error).toMatch(/^Not hearing any relay for 4[0-9] s/)
  })
})

describe('the nonces of a share', () => {
  const [carried = ''] = carriedShares()

  function carriedShares(): string[] {
    const next = convertFromV1(keyset.group, keyset.shares, serverCurve)
    return next.ok ? next.value.shares.map(shareText) : []
  }

  /** Changes the credentials, and returns the identities whose nonces were forgotten. */
  async function change(to: SignerSettings, from: SignerSettings = {}) {
    const relay = await startRelay()
    const forgotten: NonceIdentity[] = []
    const { supervisor, state } = setUp(configured(relay, from), {
      forgetNonces: (identity) => {
        expect(supervisor.signer).toBeNull()
        forgotten.push(identity)
      },
    })
    await supervisor.apply()
    state.settings = configured(relay, to)
    await supervisor.apply()
    await supervisor.apply()
    return forgotten
  }
  const ours = { gid: expect.any(String), seckey: expect.stringMatching(/^[0-9a-f]{64}$/) }

  test('are forgotten once the share or the group is deleted and the signer has ended', async () => {
    expect(await change({ shareCredential: undefined })).toEqual([ours])
    expect(await change({ groupCredential: undefined })).toEqual([ours])
  })

  test('are forgotten when another share replaces it, even if it never ran', async () => {
    expect(await change({ shareCredential: share(2) })).toEqual([ours])
    expect(await change({ shareCredential: share(2) }, { relays: 'ftp://x.example' })).toEqual([
      ours,
    ])
  })

  test('stay when relays change, and when the same share is saved in its 2026 form', async () => {
    expect(await change({ relays: 'ws://127.0.0.1:9', groupName: 'New' })).toEqual([])
    expect(await change({ shareCredential: carried })).toEqual([])
  })

  test('are reported as still there when they can’t be deleted', async () => {
    const relay = await startRelay()
    const { supervisor, state, messages } = setUp(configured(relay), {
      forgetNonces: () => {
        throw new Error('the disk is gone')
      },
    })
    await supervisor.apply()
    state.settings = {}
    await supervisor.apply()
    expect(messages()).toContain(ownerWarning.noncesNotDeleted)
  })
})

describe('credentials that do not work', () => {
  test.each<[string, SignerSettings, string]>([
    [
      'share is damaged',
      { shareCredential: 'bfshare1nonsense' },
      `${texts.invalidCredentials}: ${validation.shareLength(174)}`,
    ],
    [
      'group credential is damaged',
      { groupCredential: 'nonsense' },
      `${texts.invalidCredentials}: ${validation.groupPrefix}`,
    ],
    [
      'share is of another group',
      { shareCredential: share(1, other) },
      `${texts.createNode}: ${texts.invalidCredentials}`,
    ],
    [
      'relays are no relays',
      { relays: 'ftp://relay.example' },
      `${texts.connectNode}: ${validation.relayItem(1, validation.relayProtocol)}`,
    ],
  ])('leave it stopped, with the reason, when the %s', async (_, settings, reason) => {
    const relay = await startRelay()
    const { supervisor, entries } = setUp(configured(relay, settings))
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    expect(supervisor.health).toMatchObject({
      ...{ state: 'stopped', reason: expect.objectContaining({ error: reason }) },
      directions: shut('stopped'),
    })
    expect(entries.at(-1)).toMatchObject({
      type: 'error',
      message: `Signer not started: ${reason}`,
    })
  })

  test('are reported without any part of themselves', async () => {
    const relay = await startRelay()
    const { supervisor, entries } = setUp(configured(relay, { shareCredential: `${share(1)}q` }))
    await supervisor.apply()
    expect(JSON.stringify([supervisor.health, entries])).not.toContain(share(1).slice(8, 20))
  })

  test('have no effect once they are corrected', async () => {
    const relay = await startRelay()
    const { supervisor, state, isReady } = setUp(configured(relay, { relays: 'ftp://x.example' }))
    await supervisor.apply()
    state.settings = configured(relay)
    await supervisor.apply()
    await until(isReady)
    expect(supervisor.health.state).toBe('running')
  })

  test('replace working ones, and end their signer', async () => {
    const { relay, supervisor, state } = await startRunning()
    state.settings = configured(relay, { shareCredential: share(1, other) })
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    await until(() => relay.connections === 0)
  })
})

describe('changes that come at once', () => {
  test('are applied one after the other, and the last one counts', async () => {
    const relay = await startRelay()
    const { supervisor, state, isReady } = setUp({})
    const applied: Promise<void>[] = []
    for (const idx of [1, 2, 3, 2, 1, 3]) {
      state.settings = configured(relay, { shareCredential: share(idx) })
      applied.push(supervisor.apply())
    }
    await Promise.all(applied)
    expect(supervisor.signer?.self.xonly).toBe(pubkey(3))
    await until(isReady)
    await until(() => relay.connections === 1)
  })

  test('never start two signers at a time', async () => {
    const relay = await startRelay()
    const { supervisor, state } = setUp(configured(relay))
    for (let round = 0; round < 6; round += 1) {
      state.settings = configured(relay, { shareCredential: share(1 + (round % 3)) })
      const applied = supervisor.apply()
      if (round % 2 === 0) await applied
      else await sleep(5)
    }
    await supervisor.apply()
    await until(() => supervisor.signer?.isReady === true)
    await until(() => relay.connections === 1)
    expect(relay.subscriptions).toBe(1)
  })

  test('go on after one of them could not read the settings', async () => {
    const relay = await startRelay()
    const state = { broken: true }
    const { supervisor, isReady } = setUp(
      {},
      {
        settings: () => {
          if (state.broken) throw new Error('disk error')
          return configured(relay)
        },
      },
    )
    await expect(supervisor.apply()).rejects.toThrow('disk error')
    state.broken = false
    await supervisor.apply()
    await until(isReady)
  })
})

describe('a stop', () => {
  test('ends the signer for good', async () => {
    const { relay, supervisor } = await startRunning()
    await supervisor.stop()
    expect(supervisor.signer).toBeNull()
    expect(supervisor.health).toEqual({
      state: 'stopped',
      reason: expect.objectContaining({ error: request.stopped }),
      directions: shut('stopped'),
    })
    await supervisor.apply()
    expect(supervisor.signer).toBeNull()
    await until(() => relay.connections === 0)
  })

  test('while it starts leaves nothing behind', async () => {
    const relay = await startRelay()
    const { supervisor } = setUp(configured(relay))
    const applied = supervisor.apply()
    await supervisor.stop()
    await applied
    expect(supervisor.signer).toBeNull()
    await until(() => relay.connections === 0)
  })

  test('while it dials a relay that does not answer is done at once', async () => {
    const { time, startRelay } = simulateRelays({ onTestFinished })
    const relay = await startRelay()
    relay.faults.silent = true
    const { supervisor } = setUp(configured(relay))
    await supervisor.apply()
    await time.untilTrue(() => relay.unanswered === 1)
    const startedAt = Date.now()
    await time.until(supervisor.stop())
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    await time.untilTrue(() => relay.unanswered === 0)
  })

  test('before anything was started is fine, even twice', async () => {
    const { supervisor } = setUp({})
    await supervisor.stop()
    await supervisor.stop()
    expect(supervisor.signer).toBeNull()
  })

  test('works even when the settings could not be read', async () => {
    const { supervisor } = setUp(
      {},
      {
        settings: () => {
          throw new Error('disk error')
        },
      },
    )
    await expect(supervisor.apply()).rejects.toThrow('disk error')
    await supervisor.stop()
  })
})
