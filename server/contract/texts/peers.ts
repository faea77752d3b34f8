import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const numbers = new Intl.NumberFormat('en')

/** The peer list. */
export const peers = {
  title: 'Peer List',
  loading: 'Loading peers...',
  detecting: 'Detecting online peers...',
  failed: 'Failed to fetch peers',
  initializeFailed: 'Failed to initialize peer list',
  none: 'No peers discovered yet',
  stopped: 'Start signer to discover peers',
  error: 'Error',
  online: (count: number) => `${count} online`,
  total: (count: number) => `${count} total`,
  average: (ms: number) => `Avg: ${ms}ms`,
  refresh: 'Refresh peer list and ping all',
  someOnline: 'Peers are online',
  noneOnline: 'No peer is online',
  rows: 'Peers',
  below: (rows: number) => `${rows} more below`,
  shownBefore: (reason: string) => `${reason}. Shown as last read.`,
  notWatched: (reason: string) => `This list is fixed and not monitored: ${reason}`,

  // A share that no device has
  shares: {
    kept: 'Not added yet',
    handedOut: 'Invited, not online yet',
    lost: 'Gone: no device has it',
  },
  add: 'Add',
  addOf: (share: string) => `Add a device for ${share}`,

  // A row
  twoDevices: 'Two devices run on this share: switch one off for good',
  words: { online: 'Online', offline: 'Offline', unknown: 'Unknown' },
  offlineHint:
    'Offline - Timeouts are normal in P2P networks where peers may not be reachable directly',
  seen: (when: string) => `seen ${when}`,
  seenNever: 'not seen yet',
  tried: (when: string) => `tried ${when}`,
  /** Partial signatures that this signer has given to the peer. */
  partialSignatures: (count: number) =>
    plural(count, { one: '1 signature', other: `${numbers.format(count)} signatures` }),
  latency: 'Ping:',
  pubkeyOf: (peer: string) => `public key of ${peer}`,
  noPing: 'no ping answered yet',
  plot: (fastest: string, slowest: string, lost: number, total: number) =>
    `fastest ${fastest}, slowest ${slowest}, ${lost} of ${total} lost`,
  plotAllLost: (total: number) => `${total} of ${total} lost`,

  // Pings
  ping: 'Ping this peer',
  pingOf: (peer: string) => `Ping this peer, ${peer}`,
  answered: (peer: string, ms: number) => `${peer} answered in ${ms} ms`,
  lost: (peer: string) => `${peer} did not answer`,
  allAnswered: (answered: number, total: number) => `${answered} of ${total} peers answered`,
  pingFailed: (reason: string) => `Ping failed: ${reason}`,

  // Policies
  send: 'send',
  recv: 'recv',
  sendTo: (peer: string) => `send: allow sending requests to ${peer}`,
  recvFrom: (peer: string) => `recv: allow receiving requests from ${peer}`,
  sendOn: (peer: string) => `${peer} is asked for signatures again`,
  sendOff: (peer: string) => `${peer} is no longer asked for anything`,
  recvOn: (peer: string) => `Requests from ${peer} are answered again`,
  recvOff: (peer: string) => `Requests from ${peer} are refused now`,
  policyBack: (peer: string) => `${peer} may do what it could before`,
  policyFailed: 'The policy was not changed',
  /** 1.x with a peer that has been heard in 2026. */
  older: {
    title: 'Also in the older 1.x protocol',
    hint:
      'This device speaks 2026. In 1.x each signature gives away a part of this share, and three ' +
      'are enough to work it out. When this is off, nothing is asked of it or given to it in 1.x, ' +
      'even when it is silent in 2026.',
    allow: (peer: string) => `Allow 1.x with ${peer}`,
    told: (peer: string, on: boolean) =>
      on ? `Signing with ${peer} uses 1.x too` : `Signing with ${peer} uses only 2026`,
  },
  permissions: (denied: number) =>
    denied === 0 ? 'Permissions, one by one' : `Permissions, one by one: ${denied} denied`,
  asked: 'This server may ask it for',
  asks: 'It may ask this server for',
  operations: {
    'send.sign': {
      title: 'Signatures',
      on: (peer: string) => `${peer} is asked for signatures again`,
      off: (peer: string) => `${peer} is no longer asked for signatures`,
    },
    'send.ecdh': {
      title: 'Key exchanges, for private messages',
      on: (peer: string) => `${peer} is asked for key exchanges again`,
      off: (peer: string) => `${peer} is no longer asked for key exchanges`,
    },
    'receive.sign': {
      title: 'Signatures',
      on: (peer: string) => `${peer} gets signatures again`,
      off: (peer: string) => `${peer} no longer gets signatures`,
    },
    'receive.ecdh': {
      title: 'Key exchanges, for private messages',
      on: (peer: string) => `${peer} gets key exchanges again`,
      off: (peer: string) => `${peer} no longer gets key exchanges`,
    },
    'receive.onboard': {
      title: 'The group, to join with an invitation',
      on: (peer: string) => `${peer} may join again`,
      off: (peer: string) => `${peer} may no longer join`,
    },
  },

  // Diagnostics and the monitor
  more: 'Diagnostics and monitoring',
  diagnosticsLead:
    'Three rounds of pings to every peer, a second apart: who does not answer, and how much the answers vary.',
  diagnose: 'Run diagnostics',
  diagnosing: 'Running...',
  diagnosis: 'Result',
  diagnosisFailed: (reason: string) => `Diagnostics failed: ${reason}`,
  diagnosisColumns: {
    lost: 'Lost',
    fastest: 'Fastest',
    average: 'Average',
    slowest: 'Slowest',
  },
  lostOf: (lost: number, rounds: number) => `${lost} of ${rounds}`,
  monitor: 'Ping every peer twice a minute',
  monitorHint: 'Without it a peer that goes away is noticed only when a request to it fails.',
  monitorOn: 'Every peer is pinged twice a minute',
  monitorOff: 'Peers are pinged only when you ask for it',
  monitorFailed: 'The ping monitor was not switched',
} as const

/** When a device or a relay was there, beside bars that show it. */
export const uptime = {
  /** @param percent of the time in which it was watched */
  share: (label: string, percent: number) => `${label}: there ${percent} % of the time`,
  always: (label: string) => `${label}: always there`,
  never: (label: string) => `${label}: never there`,
  unwatched: (label: string) => `${label}: nobody watched`,
} as const
