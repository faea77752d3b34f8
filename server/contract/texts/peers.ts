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
  shownBefore: (reason: string) => `${reason}. Shown as last read.`,
  notWatched: (reason: string) => `This list is fixed, nobody is watched: ${reason}`,

  // A row
  words: { online: 'Online', offline: 'Offline', unknown: 'Unknown' },
  offlineHint:
    'Offline - Timeouts are normal in P2P networks where peers may not be reachable directly',
  seen: (when: string) => `seen ${when}`,
  seenNever: 'not seen yet',
  tried: (when: string) => `tried ${when}`,
  /** Partial ones, given to it by this signer. */
  partialSignatures: (count: string, one: boolean) => `${count} signature${one ? '' : 's'}`,
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
  sendOff: (peer: string) => `${peer} is asked for nothing any more`,
  recvOn: (peer: string) => `Requests of ${peer} are answered again`,
  recvOff: (peer: string) => `Requests of ${peer} are refused now`,
  policyFailed: 'The policy was not changed',
  permissionsOf: (peer: string) => `What ${peer} may do`,
  /** 1.x with a peer that was heard in 2026. */
  older: {
    title: 'Also in the older 1.x protocol',
    hint:
      'This device speaks 2026. In 1.x each signature gives away a part of this share, and three are ' +
      'enough to work it out. Off, nothing is asked of it or given to it in 1.x, also when it is silent ' +
      'in 2026.',
    told: (peer: string, on: boolean) =>
      on ? `${peer} is signed with in 1.x too` : `${peer} is signed with in 2026 alone`,
  },
  permissions: (denied: number) =>
    denied === 0 ? 'Permissions, one by one' : `Permissions, one by one: ${denied} denied`,
  permissionsLead: 'In both protocols. Pings are always answered: they tell who is there.',
  asked: 'This signer may ask it for',
  asks: 'It may ask this signer for',
  directionOff: 'All of this is off now, by the switch in the list.',
  operations: {
    'send.sign': {
      title: 'Signatures',
      hint: 'When a program of yours has something to sign.',
      on: (peer: string) => `${peer} is asked for signatures again`,
      off: (peer: string) => `${peer} is asked for no signatures any more`,
    },
    'send.ecdh': {
      title: 'Key exchanges',
      hint: 'When a program encrypts or decrypts messages.',
      on: (peer: string) => `${peer} is asked for key exchanges again`,
      off: (peer: string) => `${peer} is asked for no key exchanges any more`,
    },
    'receive.sign': {
      title: 'Signatures',
      hint: 'With yours it can sign in the name of the group.',
      on: (peer: string) => `${peer} gets signatures again`,
      off: (peer: string) => `${peer} gets no signatures any more`,
    },
    'receive.ecdh': {
      title: 'Key exchanges',
      hint: 'With yours it can read messages to the group.',
      on: (peer: string) => `${peer} gets key exchanges again`,
      off: (peer: string) => `${peer} gets no key exchanges any more`,
    },
    'receive.onboard': {
      title: 'To be taken into the group',
      hint: 'A device that joins with a bfonboard package; 2026 alone.',
      on: (peer: string) => `${peer} may join again`,
      off: (peer: string) => `${peer} may not join any more`,
    },
  },

  // Diagnostics and the monitor
  more: 'Diagnostics and monitoring',
  diagnosticsLead:
    'Three rounds of pings to every peer, a second apart: who is lost, and how far the answers spread.',
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
