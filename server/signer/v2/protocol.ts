import { V2_EVENT_KIND } from '#contract/limits.ts'
import type { Failure as Why } from '#contract/message.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { negated } from '#crypto/curve/point.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { xOnly } from '#nostr/x-only.ts'
import { checkAddress, checkSentAt, type Envelope } from '#protocol/v2/envelope.ts'
import { groupId } from '#protocol/v2/group.ts'
import { methodOf } from '#protocol/v2/messages.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import type { Operation, PeerEntry } from '../peers/peers.ts'
import type { Protocol } from '../protocol.ts'
import { SelfEcho } from '../self-echo.ts'
import { PendingRequests } from '../signing/ask-peers.ts'
import { givesNoNonces, isWilling, signers, willing } from './candidates.ts'
import type { V2Context, V2Setting } from './context.ts'
import type { V2Credentials } from './credentials.ts'
import { DuplicateShares } from './duplicate-share.ts'
import { ExchangeQueue } from './exchange-queue.ts'
import { askForReports, awaitEnough, isWanting } from './first-contact.ts'
import { KnownRequests } from './known-requests.ts'
import { ifKept, reportedStore } from './nonce-store.ts'
import { Nonces } from './nonces.ts'
import { onboard } from './onboard.ts'
import { NONCE_LISTS, NonceRefusals, POOL_PINGS } from './peer-limits.ts'
import { PersonRequests } from './persons.ts'
import { pingPeer } from './ping.ts'
import { respond } from './responder.ts'
import { type SignOptions, signHashes } from './sign.ts'
import { giveBackNonces, takeLateAnswer } from './sign-attempt.ts'
import { RequestedNonces, SignSessions } from './sign-sessions.ts'

export interface V2Options extends V2Setting, V2Credentials {
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
  /** Aborts when the whole process stops: no person at a peer is waited for any longer. */
  left?: AbortSignal
  /** Reports why the nonce store has thrown, for the owner; null: it works. */
  onStore(problem: Why | null): void
}

export type V2Protocol = ReturnType<typeof createV2Protocol>

/** Protocol 2026: bifrost-rs 0.5, kind 20000. */
export function createV2Protocol({
  store: unreported,
  onStore,
  isKeyOdd,
  publish,
  left,
  ...options
}: V2Options) {
  const { group, share, self, peers, messenger, reporter, work, now, wall } = options
  const store = reportedStore(unreported, onStore)
  const stopping = new AbortController()
  const context: V2Context = {
    ...options,
    gid: groupId(group),
    pending: new PendingRequests(),
    nonces: new Nonces({
      ...{ store, now },
      seckey: share.seckey,
      // A few milliseconds of work: not worth a thread.
      make: (peer, count) => work.run(peer, 'nonces', count, { wakes: false }),
      onReceived: () => peers.changes.notify(),
    }),
    knownRequests: new KnownRequests(store, wall),
    nonceLists: new TokenBuckets(NONCE_LISTS, now),
    poolPings: new TokenBuckets(POOL_PINGS, now),
    nonceRefusals: new NonceRefusals(now),
    requestedNonces: new RequestedNonces(),
    persons: new PersonRequests({
      onOver: (id, peer) => giveBackNonces(context, peer, id),
      now,
    }),
    stopping: left === undefined ? stopping.signal : AbortSignal.any([stopping.signal, left]),
    duplicateShares: new DuplicateShares(options.onTwoDevices),
    unanswered: new Map(),
    askedForAll: new Map(),
    sessions: new SignSessions(peers.changes),
  }
  const need = group.threshold - 1
  const addressees = {
    self: self.xonly,
    peers: { has: (pubkey: string) => peers.get(pubkey) !== undefined },
  }
  const echo = new SelfEcho({ seal: () => messenger.sealEcho(self.xonly), publish })
  const exchanges = new ExchangeQueue(context)
  const answering = new Set<Promise<void>>()
  let draining = false

  const answer = (peer: PeerEntry, envelope: Envelope) => {
    const work = respond(context, { peer, envelope })
      .finally(() => context.knownRequests.settle(peer.xonly, envelope.id))
      .catch((error: unknown) => {
        // Only the store and arithmetic can fail here; their errors may hold their input.
        const name = error instanceof Error ? error.name : 'Error'
        reporter.rejected(envelope.type, protocolTexts.nodeError, peer.xonly, { error: name })
      })
      .finally(() => answering.delete(work))
    answering.add(work)
  }

  /** Why a request is refused, or null. A request that is not refused counts as known. */
  const refuse = (peer: PeerEntry, { id, type }: Envelope): string | null => {
    const spends = type === 'SignRequest'
    try {
      return context.knownRequests.isNew(peer.xonly, id, { spends }) ? null : v2Refusal.replayed
    } catch {
      return protocolTexts.nodeError
    }
  }

  return {
    name: '2026',
    kind: V2_EVENT_KIND,
    receive: (event, peer) => {
      const address = checkAddress(event, addressees)
      const opened = address === null ? messenger.open(event) : null
      const fault = opened?.ok ? checkSentAt(opened.value.sentAt, Math.floor(wall() / 1000)) : null
      const problem = address ?? (opened?.ok === false ? opened.error : fault)
      // Only a readable message shows that the member uses this protocol with us.
      if (opened?.ok) peers.heardFrom(peer, '2026')
      if (problem !== null || !opened?.ok) {
        reporter.bounced(problem ?? refusal.decryption, peer.xonly)
        return
      }
      const envelope = opened.value
      if (methodOf(envelope.type) === undefined) {
        context.persons.ended(envelope.id, peer.xonly)
        const isAwaited = context.pending.answer(peer.xonly, envelope)
        if (envelope.type === 'PingResponse') {
          context.duplicateShares[isAwaited ? 'first' : 'more'](peer, envelope.id, event.id)
        }
        if (!isAwaited) takeLateAnswer(context, peer, envelope)
      } else if (!draining) {
        const refused = refuse(peer, envelope)
        if (refused === null) answer(peer, envelope)
        else reporter.bounced(refused, peer.xonly, { tag: envelope.type })
      }
    },
    ping: (peer, options) => pingPeer(context, peer, options),
    /** Signs hashes without tweaks, which this protocol does not have. */
    sign: (permit, vectors, options?: SignOptions) =>
      signHashes(
        context,
        permit,
        vectors.map(([sighash]) => sighash),
        options,
      ),
    /** Every secret is proven. */
    exchange: async (permit, publicKey) => {
      const outcome = await exchanges.exchange(permit, xOnly(publicKey))
      // The request is about the keys as given; the protocol uses their even forms.
      const isPeerOdd = publicKey.length === 66 && publicKey.startsWith('03')
      if (!outcome.ok || isPeerOdd === isKeyOdd) return outcome
      const secret = negated(outcome.value.secret)
      return { ok: true, value: { ...outcome.value, secret } }
    },
    onboard: (peer: PeerEntry) => onboard(context, peer),
    sendEcho: (options) => echo.send(options),
    returned: (eventId, relay) => echo.returned(eventId, relay),
    awaitEnough: (operation: Operation) => awaitEnough(context, { need, operation }),
    /** A relay is connected. */
    begin: () => askForReports(context),
    /** Enough peers are online, use this protocol, would answer, and have given us nonces. */
    canSign: () => {
      const able = () => signers(context, 1).filter((peer) => isWilling(peer, 'sign'))
      return need === 0 || (ifKept(able) ?? []).length >= need
    },
    givesNoNonces: (peer: PeerEntry) => givesNoNonces(context, peer),
    isWanting: (peer: PeerEntry) => isWanting(context, peer),
    /** Enough peers are online, use this protocol, and would answer a key exchange, which needs no nonces. */
    canExchange: () => need === 0 || willing(context, 'ecdh').length >= need,
    drain: async () => {
      draining = true
      stopping.abort()
      context.authoriser.stop()
      await Promise.all(answering)
    },
    stop: async () => {
      context.pending.stop()
      context.persons.stop()
      echo.stop()
      // Nonces that were stored as used ahead of time were not used. If the store fails, they stay used until
      // the peer makes new ones.
      ifKept(() => context.nonces.rest())
    },
    // The protocol, and members that only 2026 has.
  } satisfies Protocol & Record<string, unknown>
}
