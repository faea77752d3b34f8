import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { relay, protocolTexts as texts } from '#contract/codes.ts'
import { ECHO_SEND_TIMEOUT } from '#contract/limits.ts'
import { type Failure, type Message, messageOf, several } from '#contract/message.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { relayTestAnswer } from '#contract/operations.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { signEvent } from '#nostr/event.ts'
import { type KeyPair, keyPair } from '#nostr/keys.ts'
import { authTemplate } from './authentication.ts'
import { RelayPool } from './pool.ts'
import type { RelaySession } from './session.ts'
import type { RelayStatus } from './status.ts'

export type RelayTest = z.infer<typeof relayTestAnswer>['results'][number]

/** The key that the test's messages are from and to. */
export interface Prober {
  key: KeyPair
  sign(template: EventTemplate): NostrEvent
  publish: RelaySession['publish']
}

/** A test message: from the prober to itself, a new one each time. */
export interface ProbeMessage {
  kind: number
  seal(): NostrEvent
}

export interface ProbeOptions {
  /** Normalised. */
  url: string
  /** At least one, each of a different kind. */
  messages(prober: Prober): readonly ProbeMessage[]
  /** Ends the test early. */
  signal: AbortSignal
  /** For the whole test, in milliseconds. Only tests shorten it. */
  bound?: number
}

/** A test message, and what the relay has done with it. */
interface Trial extends ProbeMessage {
  accepted: boolean
  returned: boolean
  refusal: Failure | null
}

/**
 * Tries one relay: connects, subscribes, and sends itself each message as soon as the relay is there and again when
 * it has confirmed the subscription. Ends when each has come back or is refused, when the connection is lost, or
 * after 10 s; nothing is left open. Never rejects.
 *
 * It uses a new key, never the share's: the running signer hears what the share's key sends, and would take the
 * test for a second device with the same share. A relay that admits only known keys therefore refuses the test.
 */
export async function probeRelay({
  url,
  messages,
  signal,
  bound = ECHO_SEND_TIMEOUT,
}: ProbeOptions): Promise<RelayTest> {
  const test: RelayTest = { url, connected: false, acceptsKind: false, echo: false }
  const ended = Promise.withResolvers<void>()
  const key = keyPair(scalarHex(randomScalar(randomBytes)))
  const self = key.hexPublicKey
  /** By event id. */
  const sent = new Map<string, Trial>()
  const sign = (template: EventTemplate) => signEvent(template, key.hexPrivateKey, self)
  const prober: Prober = {
    key,
    sign,
    publish: (event, options) => session.publish(event, options),
  }
  const trials = messages(prober).map(
    (message): Trial => ({ ...message, accepted: false, returned: false, refusal: null }),
  )
  let heard = false

  const endIfDone = () => {
    // The first pong may come after all other results.
    const known = trials.every(({ returned, refusal }) => returned || refusal !== null)
    if (known && test.latency !== undefined) ended.resolve()
  }
  const send = async (trial: Trial) => {
    const event = trial.seal()
    sent.set(event.id, trial)
    const result = await session.publish(event)
    if (result.ok) trial.accepted = true
    else trial.refusal ??= result.failures[0]?.why ?? null
    endIfDone()
  }
  const sendAll = () => {
    for (const trial of trials) void send(trial)
  }
  const onChange = (status: RelayStatus) => {
    if (status.latencyMs !== null) test.latency = status.latencyMs
    if (status.state === 'open' && !test.connected) {
      test.connected = true
      sendAll()
    }
    if (status.heard && !heard) {
      heard = true
      sendAll()
    }
    if (status.state === 'waiting') ended.resolve()
    endIfDone()
  }
  const session: RelaySession = new RelayPool().session({
    urls: [url],
    authenticate: (challenge, relay) => sign(authTemplate(challenge, relay, Date.now())),
    // It may be any host that this server can reach.
    dialPolicy: () => ({ publicOnly: false }),
    onChange,
  })
  const kinds = trials.map(({ kind }) => kind)
  session.subscribe([{ kinds, authors: [self], '#p': [self] }], ({ id }) => {
    const trial = sent.get(id)
    if (trial === undefined) return
    trial.accepted = true
    trial.returned = true
    endIfDone()
  })

  const timer = setTimeout(ended.resolve, bound)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  if (signal.aborted) ended.resolve()
  else session.start()
  await ended.promise
  clearTimeout(timer)
  test.acceptsKind = trials.every(({ accepted }) => accepted)
  test.echo = trials.every(({ returned }) => returned)
  const why = test.echo ? null : (session.statuses[0]?.error ?? faultOf(trials, bound))
  const result = { ...test, ...(why && messageOf(why)) }
  await session.stop()
  return result
}

/** Why the test failed on a relay that answered but did not return everything. */
function faultOf(trials: readonly Trial[], bound: number): Message {
  const refused = trials.filter(({ returned, refusal }) => !returned && refusal !== null)
  if (refused.length === 0) return texts.echoResponseTimeout(bound / 1000)
  const reasons = refused.map(({ kind, refusal }) => relay.ofKind(kind, refusal ?? { error: '' }))
  return relay.echoRejected(several('; ', reasons))
}
