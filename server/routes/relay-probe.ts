import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { ECHO_SEND_TIMEOUT, EVENT_KIND } from '../contract/limits.ts'
import { node as texts } from '../contract/messages.ts'
import type { EventTemplate, NostrEvent } from '../contract/nostr.ts'
import type { relayTestAnswer } from '../contract/operations.ts'
import { signEvent } from '../frostr/event.ts'
import { keyPair } from '../frostr/keys.ts'
import { randomScalar, scalarHex } from '../frostr/scalars.ts'
import { newMessageId } from '../frostr/v1/envelope.ts'
import { authTemplate } from '../relay/authentication.ts'
import type { RelayStatus } from '../relay/connection.ts'
import { RelayPool } from '../relay/pool.ts'
import { Messenger } from '../signer/v1/messenger.ts'

export type RelayTest = z.infer<typeof relayTestAnswer>['results'][number]

export interface ProbeOptions {
  /** Normalised. */
  url: string
  /** Ends the test before its time. */
  signal: AbortSignal
  /** For all of it, in milliseconds. Tests shorten it; nothing else does. */
  bound?: number
}

/**
 * Tries one relay: connects, subscribes, and sends itself a message as the signer would, as soon
 * as the relay is there and again when it has confirmed the subscription. Ends when a message has
 * come back, or is refused, when the connection is lost, or after 10 s; nothing is left open.
 * Never rejects.
 *
 * It goes by a key made for it alone, never by the share's: the running node hears what that key
 * sends, and would take the test for a second node with the same share. A relay that lets in none
 * but known keys refuses the test for that reason, and says so.
 */
export async function probeRelay({
  url,
  signal,
  bound = ECHO_SEND_TIMEOUT,
}: ProbeOptions): Promise<RelayTest> {
  const test: RelayTest = { url, connected: false, acceptsKind: false, echo: false }
  const ended = Promise.withResolvers<void>()
  const key = keyPair(scalarHex(randomScalar(randomBytes)))
  const self = key.hexPublicKey
  const sent = new Set<string>()
  const sign = (template: EventTemplate): NostrEvent => {
    const event = signEvent(template, key.hexPrivateKey, self)
    sent.add(event.id)
    return event
  }
  const messenger = new Messenger({
    seckey: key.hexPrivateKey,
    sign,
    publish: (event) => pool.publish(event),
    now: Date.now,
  })
  let heard = false
  let refusal: string | undefined

  const endIfDone = () => {
    // A pong may still be on its way when the rest is known.
    const known = test.echo || refusal !== undefined
    if (known && test.latency !== undefined) ended.resolve()
  }
  const sendEcho = async () => {
    const envelope = { tag: '/echo/req', id: newMessageId(), data: 'echo' }
    const result = await messenger.send(self, envelope)
    if (result.ok) test.acceptsKind = true
    else refusal ??= result.failures.map(({ reason }) => reason).join(', ')
    endIfDone()
  }
  const onChange = (status: RelayStatus) => {
    if (status.latencyMs !== null) test.latency = status.latencyMs
    if (status.state === 'open' && !test.connected) {
      test.connected = true
      void sendEcho()
    }
    if (status.heard && !heard) {
      heard = true
      void sendEcho()
    }
    if (status.state === 'waiting') ended.resolve()
    endIfDone()
  }
  const pool: RelayPool = new RelayPool({
    urls: [url],
    authenticate: (challenge, relay) => sign(authTemplate(challenge, relay, Date.now())),
    onChange,
  })
  pool.subscribe([{ kinds: [EVENT_KIND], authors: [self], '#p': [self] }], ({ id }) => {
    if (!sent.has(id)) return
    test.echo = true
    test.acceptsKind = true
    endIfDone()
  })

  const timer = setTimeout(ended.resolve, bound)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  if (signal.aborted) ended.resolve()
  else pool.start()
  await ended.promise
  clearTimeout(timer)
  if (!test.echo) {
    test.error =
      pool.statuses[0]?.error ??
      (refusal === undefined
        ? texts.echoResponseTimeout(bound / 1000)
        : `${texts.echoRejected}: ${refusal}`)
  }
  const result = { ...test }
  await pool.stop()
  return result
}
