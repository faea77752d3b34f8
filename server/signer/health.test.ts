import { describe, expect, test } from 'vitest'
import type { RelayStatus } from '#relay/status.ts'
import { relayStatus } from '../../tests/support/signer-parts.ts'
import { type Cosigner, healthOf, type SignerView } from './health.ts'
import { DEFAULT_POLICY } from './peers/peers.ts'

const NOW = 1_750_000_000_000
const A = 'wss://a.example'
const B = 'wss://b.example'

const peer = (fields: Partial<Cosigner> = {}): Cosigner => ({
  status: 'online',
  policy: DEFAULT_POLICY,
  isOlder: false,
  refusesUs: false,
  givesNoNonces: false,
  ...fields,
})
const may = (allowSend: boolean, allowReceive: boolean) =>
  peer({ policy: { allowSend, allowReceive } })
const peers = (...statuses: Cosigner['status'][]) => statuses.map((status) => peer({ status }))
const older = peer({ isOlder: true })
const refusing = peer({ refusesUs: true })
const mute = may(false, true)
const deaf = may(true, false)
const shutOut = may(false, false)

const heard = (url: string, fields: Partial<RelayStatus> = {}) => relayStatus({ url, ...fields })
const connecting = (url: string) => relayStatus({ url, state: 'connecting', heard: false })
const unconfirmed = (url: string) => relayStatus({ url, state: 'open', heard: false })
const down = (url: string, fields: Partial<RelayStatus> = {}) =>
  relayStatus({
    url,
    state: 'waiting',
    heard: false,
    error: { error: 'connection refused' },
    nextAttemptAt: NOW + 8_000,
    ...fields,
  })

/** A 2-of-3 signer, by default with both peers online and its relay heard. */
const view = (fields: Partial<SignerView> = {}): SignerView => ({
  relays: [heard(A)],
  peers: peers('online', 'online'),
  threshold: 2,
  obstacle: null,
  silentSince: NOW,
  wasHeard: true,
  ...fields,
})

const cases: [string, SignerView, string, string][] = [
  ['all is well', view(), 'running', 'Ready: 2 of 2 peers online'],
  [
    'one of two peers is away',
    view({ peers: peers('online', 'offline') }),
    'running',
    'Ready: 1 of 2 peers online',
  ],
  [
    'one of two peers speaks only what is refused',
    view({ peers: [older, ...peers('online')] }),
    'running',
    'Ready: 1 of 2 peers online; 1 more in the 1.x protocol, which is refused here',
  ],
  [
    'all peers speak only what is refused',
    view({ peers: [older, older] }),
    'degraded',
    "Can't sign: 1 more peer needed, 0 of 2 peers online; 2 more in the 1.x protocol, which is " +
      'refused here',
  ],
  [
    'one of two peers may not be asked',
    view({ peers: [mute, ...peers('online')] }),
    'running',
    'Ready: 1 of 2 peers online; 1 more, not to be asked by its policy',
  ],
  [
    'no peer can be asked, one for each reason, and one may ask',
    view({ peers: [mute, older, refusing] }),
    'degraded',
    "Answers, but can't ask: 3 of 3 peers online; 1 in the 1.x protocol, which is refused here; " +
      '1 not to be asked, by its policy; 1 that says that it does not answer this signer',
  ],
  [
    'one of the two that are needed may not be asked',
    view({ threshold: 3, peers: [mute, ...peers('online', 'offline')] }),
    'degraded',
    "Answers, but can't ask: 2 of 3 peers online; 1 not to be asked, by its policy; a signature " +
      'takes 2 that can be asked',
  ],
  [
    'two peers say that they don’t answer, and one is enough',
    view({ peers: [refusing, refusing, ...peers('online')] }),
    'running',
    'Ready: 1 of 3 peers online; 2 more that say that they do not answer this signer',
  ],
  [
    'one peer gives no nonces, and no other is there',
    view({ peers: [peer({ givesNoNonces: true }), ...peers('offline')] }),
    'degraded',
    "Answers, but can't ask: 1 of 2 peers online; 1 that gives no nonces to ask with",
  ],
  [
    'no peer may be asked, and both may ask',
    view({ peers: [mute, mute] }),
    'degraded',
    "Answers, but can't ask: 2 of 2 peers online; 2 not to be asked, by their policy",
  ],
  [
    'no peer is answered, and both may be asked',
    view({ peers: [deaf, deaf] }),
    'degraded',
    'Asks, but answers nobody: 2 of 2 peers online; 2 not answered, by their policy',
  ],
  [
    'one peer may only be asked, and the other may only ask',
    view({ peers: [deaf, mute] }),
    'running',
    'Ready: 1 of 2 peers online; 1 more, not to be asked by its policy; 1 not answered, by its policy',
  ],
  [
    'no peer may ask or be asked',
    view({ peers: [shutOut, shutOut] }),
    'degraded',
    "Can't sign: 1 more peer needed, 0 of 2 peers online; 2 more, not to be asked by their policy; " +
      '2 not answered, by their policy',
  ],
  [
    'the only peer is shut out, and not known yet',
    view({ peers: [peer({ ...shutOut, status: 'unknown' })] }),
    'degraded',
    "Can't sign: 1 more peer needed, 0 of 1 peer online",
  ],
  [
    'the only peer may only ask, and is not known yet',
    view({ peers: [peer({ ...mute, status: 'unknown' })] }),
    'running',
    'Looking for peers: 0 of 1 peer online',
  ],
  [
    'nothing is known yet of a peer that may speak only what is refused',
    view({ peers: [peer({ ...older, status: 'unknown' })] }),
    'running',
    'Looking for peers: 0 of 1 peer online',
  ],
  [
    'a relay asks us to slow down',
    view({
      relays: [
        relayStatus({
          url: 'wss://busy.example',
          slowDown: { since: 0, until: 60_000, reason: 'rate-limited: slow down' },
        }),
      ],
      peers: peers('online', 'online'),
    }),
    'degraded',
    'Ready: 2 of 2 peers online. wss://busy.example asks us to slow down: rate-limited: slow down',
  ],
  [
    'nothing can be signed, whoever is online',
    view({ obstacle: { error: 'Both are off' } }),
    'degraded',
    'Both are off',
  ],
  [
    'nothing is known of the peers yet',
    view({ peers: peers('unknown', 'unknown') }),
    'running',
    'Looking for peers: 0 of 2 peers online',
  ],
  [
    'one peer is away and one may still come',
    view({ peers: peers('offline', 'unknown') }),
    'running',
    'Looking for peers: 0 of 2 peers online',
  ],
  [
    'no peer is online',
    view({ peers: peers('offline', 'offline') }),
    'degraded',
    "Can't sign: 1 more peer needed, 0 of 2 peers online",
  ],
  [
    'too few peers are online',
    view({ threshold: 4, peers: peers('online', 'offline', 'offline', 'offline') }),
    'degraded',
    "Can't sign: 2 more peers needed, 1 of 4 peers online",
  ],
  [
    'there is one peer, online',
    view({ peers: peers('online') }),
    'running',
    'Ready: 1 of 1 peer online',
  ],
  ['it is alone in its group', view({ threshold: 1, peers: [] }), 'running', 'Ready: signs alone'],
  [
    'it needs nobody, and nobody is there',
    view({ threshold: 1, peers: peers('offline') }),
    'degraded',
    'Ready: 0 of 1 peer online',
  ],
  [
    'one of two relays is down',
    view({ relays: [heard(A), down(B)] }),
    'degraded',
    `Ready: 2 of 2 peers online. Not hearing ${B}: connection refused`,
  ],
  [
    'more relays are down than can be read at a glance',
    view({ relays: [heard(A), ...Array.from({ length: 19 }, (_, n) => down(`${B}/${n}`))] }),
    'degraded',
    `Ready: 2 of 2 peers online. Not hearing ${B}/0: connection refused. ` +
      `Not hearing ${B}/1: connection refused. 17 more relays in trouble`,
  ],
  [
    'a relay refuses its events',
    view({ relays: [heard(A, { rejection: { error: 'blocked: kind not allowed' } })] }),
    'degraded',
    `Ready: 2 of 2 peers online. ${A} refuses our events: blocked: kind not allowed`,
  ],
  [
    'the second relay is still connecting',
    view({ relays: [heard(A), connecting(B)] }),
    'running',
    'Ready: 2 of 2 peers online',
  ],
  [
    'its only relay is connecting',
    view({ relays: [connecting(A)], wasHeard: false }),
    'starting',
    'Connecting to 1 relay',
  ],
  [
    'relays are open but have not confirmed yet',
    view({ relays: [unconfirmed(A), connecting(B)], wasHeard: false }),
    'starting',
    'Connecting to 2 relays',
  ],
  [
    'its relay is back but has not confirmed yet',
    view({ relays: [unconfirmed(A)], silentSince: NOW - 3_000 }),
    'reconnecting',
    'Not hearing any relay for 3 s, trying again now',
  ],
  [
    'it has not reached any relay yet',
    view({ relays: [down(A)], wasHeard: false, silentSince: NOW - 2_000 }),
    'reconnecting',
    `Not hearing any relay for 2 s, trying again in 8 s (Not hearing ${A}: connection refused)`,
  ],
  [
    'it hears no relay',
    view({ relays: [down(A)], silentSince: NOW - 40_000 }),
    'reconnecting',
    `Not hearing any relay for 40 s, trying again in 8 s (Not hearing ${A}: connection refused)`,
  ],
  [
    'it hears no relay, and one will be tried again first',
    view({ relays: [down(A), down(B, { nextAttemptAt: NOW + 1_200 })] }),
    'reconnecting',
    `Not hearing any relay for 0 s, trying again in 2 s (Not hearing ${A}: connection refused; Not hearing ${B}: connection refused)`,
  ],
  [
    'it hears no relay and is dialling',
    view({ relays: [down(A, { state: 'connecting', nextAttemptAt: null })] }),
    'reconnecting',
    `Not hearing any relay for 0 s, trying again now (Not hearing ${A}: connection refused)`,
  ],
  [
    'the next attempt is due',
    view({ relays: [down(A, { nextAttemptAt: NOW - 300 })] }),
    'reconnecting',
    `Not hearing any relay for 0 s, trying again in 0 s (Not hearing ${A}: connection refused)`,
  ],
]

describe('a signer shows its state and the reason when', () => {
  test.each(cases)('%s', (_, signer, state, reason) => {
    const health = healthOf(signer, NOW)
    expect(health).toMatchObject({ state, reason: { error: reason } })
    // The text and the fields for programs agree. A sole signer has no peer to answer.
    const { ask, answer } = health.directions
    const isReady = reason.startsWith('Ready')
    expect(ask.can).toBe(isReady || reason.startsWith('Asks, '))
    if (signer.threshold > 1) expect(answer.can).toBe(isReady || reason.startsWith('Answers, '))
  })
})
