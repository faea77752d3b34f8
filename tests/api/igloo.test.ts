import { npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { RouteName } from '#api/table.ts'
import { validation } from '#contract/messages.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { type AskOptions, ask, byKey, CLOSED } from '../support/access.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { PATIENT } from '../support/patient.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const NSEC = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'
const API_KEY = 'sixteen letters!'
const USER = { username: 'alice', password: 'correct horse' }
const headers = byKey(API_KEY)
const environment = {
  ...CLOSED,
  API_KEY,
  BASIC_AUTH_USER: USER.username,
  BASIC_AUTH_PASS: USER.password,
}

const keyset = generateKeyset({ threshold: 2, totalMembers: 2, secretKey: NSEC })
const { groupCredential, shareCredentials, group } = keyset
const [share = '', otherShare = ''] = shareCredentials
const [self = '', peer = ''] = group.commits.map(({ pubkey }) => pubkey)
const hash = 'ab'.repeat(32)

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const NUMBER = expect.any(Number)
const TEXT = expect.any(String)
const DIRECTION = expect.objectContaining({ can: expect.any(Boolean) })
const HEX64 = expect.stringMatching(/^[0-9a-f]{64}$/)
const HEX128 = expect.stringMatching(/^[0-9a-f]{128}$/)

/** A call, and the whole of its answer. */
type Row = [what: string, name: RouteName, options: AskOptions, status: number, body: unknown]

const policy = { allowSend: true, allowReceive: true }
/** The same in the form of v1.1.0. */
const byDefault = {
  ...{
    pubkey: peer,
    normalizedPubkey: xOnly(peer),
    status: expect.toBeOneOf(['online', 'unknown']),
  },
  ...{ allowSend: null, allowReceive: null, effectiveSend: true, effectiveReceive: true },
  ...{ label: null, note: null, source: null, lastUpdated: null, hasExplicitPolicy: false },
}
const pinged = {
  pubkey: peer,
  success: true,
  latency: NUMBER,
  generation: '1.x',
  policy: { send: true, recv: true },
  timestamp: ISO,
}

/** In turn, on a server that has nothing saved. */
const unconfigured: Row[] = [
  ['no settings', 'env', {}, 200, {}],
  ['no peers', 'peers', {}, 400, { error: 'No group credential available' }],
  ['no self', 'self', {}, 400, { error: 'Missing credentials' }],
  ['no ping', 'ping', { body: { target: 'all' } }, 503, { error: 'Node not available' }],
  ['a ping of nobody', 'ping', { body: {} }, 400, { error: 'Invalid target parameter' }],
  ['no keys to delete', 'deleteEnv', { body: {} }, 400, { error: 'Keys array is required' }],
  ['no shares', 'shares', {}, 200, []],
  [
    'no signature',
    'sign',
    { body: { message: hash } },
    503,
    { error: TEXT, code: 'NODE_UNAVAILABLE' },
  ],
  [
    'neither a message nor an event',
    'sign',
    { body: {} },
    400,
    { error: TEXT, code: 'BAD_REQUEST' },
  ],
  [
    'nothing to recover from',
    'recover',
    { body: {} },
    400,
    { success: false, error: 'Missing or invalid groupCredential or shareCredentials' },
  ],
  [
    'an invalid group',
    'recover',
    { body: { groupCredential: 'nsec1', shareCredentials: [share] } },
    400,
    { success: false, error: `Invalid group credential: ${validation.groupPrefix}` },
  ],
  [
    'no sound share',
    'recover',
    { body: { groupCredential, shareCredentials: ['nsec1'] } },
    400,
    {
      success: false,
      error: 'No valid share credentials provided',
      details: {
        provided: 0,
        required: 2,
        invalidShares: [{ index: 0, error: validation.sharePrefix }],
      },
    },
  ],
  [
    'too few shares, one of them twice',
    'recover',
    { body: { groupCredential, shareCredentials: [share, share] } },
    400,
    {
      success: false,
      error: 'Insufficient shares: need 2, got 1',
      details: { provided: 1, required: 2, invalidShares: [] },
    },
  ],
  [
    'a recovery',
    'recover',
    { body: { groupCredential, shareCredentials } },
    200,
    {
      success: true,
      nsec: nsecEncode(Buffer.from(NSEC, 'hex')),
      npub: npubEncode(xOnly(group.group_pk)),
      details: { sharesUsed: 2, thresholdRequired: 2 },
    },
  ],
  [
    'a sound share',
    'validate',
    { body: { type: 'share', credential: share } },
    200,
    {
      success: true,
      validation: { isValid: true },
      decoded: { idx: 1 },
      valid: true,
      details: { index: 1 },
    },
  ],
  [
    'a group',
    'validate',
    { body: { type: 'group', credential: groupCredential } },
    200,
    {
      success: true,
      validation: { isValid: true },
      decoded: { threshold: 2, totalShares: 2 },
      valid: true,
      details: { threshold: 2, members: 2, pubkey: TEXT },
    },
  ],
  [
    'an invalid share',
    'validate',
    { body: { type: 'share', credential: '' } },
    200,
    {
      success: true,
      validation: { isValid: false, message: validation.shareRequired },
      valid: false,
      error: validation.shareRequired,
    },
  ],
  [
    'a keyset of 1.x',
    'keyset',
    {
      body: {
        ...{ name: 'Family', threshold: 2, totalMembers: 3, secretKey: NSEC },
        generation: '1.x',
      },
    },
    200,
    {
      generation: '1.x',
      groupCredential: expect.stringMatching(/^bfgroup1/),
      shareCredentials: Array.from({ length: 3 }, () => expect.stringMatching(/^bfshare1/)),
    },
  ],
  [
    'a saved share',
    'saveShare',
    { body: { shareCredential: share, groupCredential } },
    200,
    { success: true, message: 'Share saved successfully' },
  ],
  [
    'the saved shares',
    'shares',
    {},
    200,
    [{ shareCredential: share, groupCredential, savedAt: ISO, id: TEXT, source: 'saved' }],
  ],
  [
    'a change of credentials',
    'saveEnv',
    { body: { GROUP_NAME: 'Family', PATH: '/' } },
    200,
    { success: true, message: 'Environment variables updated', rejectedKeys: ['PATH'] },
  ],
  [
    'a change of nothing else',
    'saveEnv',
    { body: { GROUP_NAME: 'Family' } },
    200,
    { success: true, message: 'Environment variables updated' },
  ],
  [
    'a deletion',
    'deleteEnv',
    { body: { keys: ['GROUP_NAME', 'PATH'] } },
    200,
    {
      success: true,
      message: 'Environment variables deleted',
      deletedKeys: ['GROUP_NAME'],
      rejectedKeys: ['PATH'],
    },
  ],
  [
    'a name that is not text',
    'saveEnv',
    { body: { GROUP_NAME: 5 } },
    400,
    { error: 'GROUP_NAME: must be a string' },
  ],
  [
    'no credential',
    'self',
    { headers: {} },
    401,
    { error: 'Authentication required', authMethods: ['api-key', 'basic-auth'] },
  ],
  [
    'a wrong login',
    'login',
    { body: { ...USER, password: 'x' } },
    401,
    { success: false, error: 'Invalid credentials' },
  ],
  [
    'a login',
    'login',
    { body: USER },
    200,
    { success: true, sessionId: TEXT, userId: 'alice', expiresIn: 3_600 },
  ],
  ['a logout', 'logout', {}, 200, { success: true }],
  [
    'the state of the login',
    'authStatus',
    {},
    200,
    {
      enabled: true,
      methods: ['api-key', 'basic-auth'],
      rateLimiting: false,
      sessionTimeout: 3_600,
      authenticated: false,
      needsSetup: false,
      signInLink: { by: 'command', text: TEXT },
    },
  ],
  [
    'the state of health',
    'health',
    { headers: {} },
    200,
    { status: 'ok', version: TEXT, commit: TEXT, date: TEXT, reasons: [] },
  ],
]

/** In turn, on a server whose signer runs, with the other member there. */
const running: Row[] = [
  [
    'the settings',
    'env',
    {},
    200,
    {
      SHARE_CRED: share,
      GROUP_CRED: groupCredential,
      GROUP_NAME: 'Test keyset',
      RELAYS: expect.stringMatching(/^\["ws:\/\/127\.0\.0\.1:\d+"\]$/),
    },
  ],
  ['a ping of all', 'ping', { body: { target: 'all' } }, 200, { results: [pinged] }],
  [
    'a ping of one, by its 32 bytes',
    'ping',
    { body: { target: xOnly(peer) } },
    200,
    {
      ...pinged,
      status: {
        pubkey: peer,
        online: true,
        lastSeen: ISO,
        latency: NUMBER,
        lastPingAttempt: ISO,
      },
    },
  ],
  [
    'the status',
    'status',
    {},
    200,
    {
      serverRunning: true,
      nodeActive: true,
      hasCredentials: true,
      relayCount: 1,
      relays: [TEXT],
      timestamp: ISO,
      state: 'running',
      reason: TEXT,
      canSign: expect.any(Boolean),
      directions: { answer: DIRECTION, ask: DIRECTION },
      signatures: { lastAt: null, medianMs: null, thisWeek: 0 },
      generations: [
        { name: '1.x', on: true },
        { name: '2026', on: true },
      ],
      warnings: [],
      stopped: null,
      health: {
        isConnected: true,
        lastActivity: ISO,
        lastConnectivityCheck: expect.toBeOneOf([ISO, null]),
        consecutiveConnectivityFailures: 0,
        timeSinceLastActivity: NUMBER,
        timeSinceLastConnectivityCheck: expect.toBeOneOf([NUMBER, null]),
      },
      relayStates: [
        {
          url: TEXT,
          state: 'open',
          heard: true,
          since: ISO,
          latencyMs: expect.toBeOneOf([NUMBER, null]),
          error: null,
          slowDown: null,
          nextAttemptAt: null,
          eventsIn: NUMBER,
          eventsOut: NUMBER,
          reconnects: 0,
        },
      ],
    },
  ],
  [
    'the peers',
    'peers',
    {},
    200,
    {
      peers: [
        {
          pubkey: peer,
          member: 2,
          online: true,
          status: 'online',
          lastSeen: ISO,
          latency: NUMBER,
          lastPingAttempt: ISO,
          policy: { send: true, recv: true, ...byDefault },
          ...policy,
          latencies: expect.any(Array),
          denied: [],
          heardIn2026: false,
          firstGenerationAllowed: false,
          partialSignatures: 0,
          generations: expect.any(Array),
        },
      ],
      total: 1,
      online: 1,
      mode: TEXT,
      monitoring: expect.any(Boolean),
      summary: {
        onlinePeers: [peer],
        offlinePeers: [],
        totalPeers: 1,
        onlineCount: 1,
        lastChecked: ISO,
        averageLatency: NUMBER,
      },
    },
  ],
  ['itself', 'self', {}, 200, { pubkey: xOnly(self), warnings: [] }],
  [
    'a stranger to ping',
    'ping',
    { body: { target: hash } },
    400,
    { error: 'Invalid target parameter' },
  ],
  ['the ping monitor', 'monitor', { body: { running: false } }, 200, { running: false }],
  [
    'a peer’s policy',
    'policy',
    { params: { pubkey: xOnly(peer) } },
    200,
    { pubkey: peer, ...policy, denied: [], source: 'default', policy: byDefault },
  ],
  [
    'another policy',
    'setPolicy',
    { params: { pubkey: peer }, body: { ...policy, allowReceive: false } },
    200,
    {
      ...{ pubkey: peer, allowSend: true, allowReceive: false, denied: [], source: 'saved' },
      policy: {
        ...{ ...byDefault, allowSend: true, allowReceive: false, effectiveReceive: false },
        ...{ source: 'runtime', hasExplicitPolicy: true },
      },
    },
  ],
  [
    'the policy from before',
    'deletePolicy',
    { params: { pubkey: peer } },
    200,
    { pubkey: peer, ...policy, denied: [], source: 'default', policy: byDefault, removed: true },
  ],
  ['a signature', 'sign', { body: { message: hash } }, 200, { id: hash, signature: HEX128 }],
  [
    'a signed event',
    'sign',
    { body: { event: { kind: 1, created_at: 1, tags: [], content: 'text' } } },
    200,
    {
      id: HEX64,
      signature: HEX128,
      signedEvent: {
        id: HEX64,
        pubkey: xOnly(group.group_pk),
        kind: 1,
        created_at: 1,
        tags: [],
        content: 'text',
        sig: HEX128,
      },
    },
  ],
  [
    'an encrypted text',
    'nip44Encrypt',
    { body: { peer_pubkey: xOnly(peer), content: 'text' } },
    200,
    { result: TEXT },
  ],
  [
    'the share that the signer runs on',
    'shares',
    {},
    200,
    [
      {
        shareCredential: share,
        groupCredential,
        name: 'Test keyset',
        savedAt: ISO,
        id: TEXT,
        source: 'environment',
      },
    ],
  ],
]

/** Fields that Floe adds to a sentence, for translations. */
const BESIDE = ['code', 'params', 'field', 'sentence', 'reasonMessage', 'warningMessages']

/** An answer without these fields, unless igloo-server has them too. */
function withoutCodes(answer: unknown, expected: unknown): unknown {
  const added = BESIDE.filter((name) => !JSON.stringify(expected).includes(`"${name}":`))
  return JSON.parse(
    JSON.stringify(answer, (key, value) => (added.includes(key) ? undefined : value)),
  )
}

function rows(server: () => ApiServer, table: readonly Row[]): void {
  test.each(table)('%s', async (_, name, options, status, body) => {
    const answer = await ask(server(), name, { headers, ...options })

    expect(withoutCodes(answer.body, body)).toEqual(body)
    expect(answer.status).toBe(status)
  })
}

describe('A program written for igloo-server', () => {
  describe('finds, while nothing is saved,', () => {
    const ends: (() => void | Promise<void>)[] = []
    let server: ApiServer
    beforeAll(async () => {
      server = await startServer({ onTestFinished: (end) => ends.push(end) }, { environment })
      return async () => {
        for (const end of ends.reverse()) await end()
      }
    })
    rows(() => server, unconfigured)
  })

  describe('finds, while the signer runs,', () => {
    const ends: (() => void | Promise<void>)[] = []
    let server: ApiServer
    beforeAll(async () => {
      const scope = { onTestFinished: (end: () => void | Promise<void>) => void ends.push(end) }
      const relay = await startRelayFor(scope)
      server = await startServer(scope, {
        environment: { ...environment, ...firstShare(keyset, [relay.url]) },
        timings: { node: { ping: PATIENT.request } },
      })
      await startPeerFor(scope, { group: groupCredential, share: otherShare, relays: [relay.url] })
      await until(() => server.context.keysets.first.supervisor.signer?.isReady === true)
      return async () => {
        for (const end of ends.reverse()) await end()
      }
    })
    rows(() => server, running)

    test('the event stream, with its first frame', async () => {
      const client = await openEvents({ onTestFinished }, server.url, {
        query: `?apiKey=${API_KEY}`,
      })

      expect(await client.frame(() => true)).toEqual({
        type: 'system',
        message: 'Connected to event stream',
        timestamp: ISO,
        id: NUMBER,
      })
    })
  })
})
