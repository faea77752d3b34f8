import { EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { groupId } from '#protocol/v1/session.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import { PeerLoads } from '../peers/peer-loads.ts'
import type { Protocol } from '../protocol.ts'
import type { EchoOutcome } from '../self-echo.ts'
import { PendingRequests } from '../signing/ask-peers.ts'
import type { V1Context, V1Setting } from './context.ts'
import { exchange } from './ecdh.ts'
import { createEchoBudget, Echoes } from './echo.ts'
import { pingPeer } from './ping.ts'
import { respond } from './responder.ts'
import { signBatch } from './sign.ts'

export interface V1Options extends V1Setting {
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
}

/** What only 1.x has: messages between two devices with one share. */
export interface V1Protocol extends Protocol {
  /** An event under our own key that we did not send, its signature verified. */
  receiveOwn(event: NostrEvent): void
  /** Whether somebody waits for another device to use our share. */
  readonly handingOver: boolean
  awaitEcho(timeout?: number): Promise<EchoOutcome>
}

/** Protocol 1.x: `@frostr/bifrost` 1.x, kind 20004. */
export function createV1Protocol({ publish, ...options }: V1Options): V1Protocol {
  const { group, messenger, reporter, self, peers, now } = options
  const context: V1Context = {
    ...options,
    gid: groupId(group),
    pending: new PendingRequests(),
    loads: new PeerLoads({
      timeout: options.requestTimeout,
      now,
      onRoom: () => peers.changes.notify(),
    }),
    echoBudget: createEchoBudget(now),
  }
  const echoes = new Echoes({ messenger, self: self.xonly, publish })
  const answering = new Set<Promise<void>>()
  let draining = false

  const answer = (work: Promise<void>, tag: string, sender: string) => {
    const tracked = work
      .catch((error: unknown) => {
        // Only arithmetic on a peer's data can fail here; its errors may hold that data.
        const name = error instanceof Error ? error.name : 'Error'
        reporter.rejected(tag, protocolTexts.nodeError, sender, { error: name })
      })
      .finally(() => answering.delete(tracked))
    answering.add(tracked)
  }

  return {
    name: '1.x',
    kind: EVENT_KIND,
    receive: (event, peer) => {
      const opened = messenger.open(event)
      if (!opened.ok) {
        reporter.bounced(opened.error, peer.xonly)
        return
      }
      context.peers.heardFrom(peer, '1.x')
      const envelope = opened.value
      if (envelope.tag.endsWith('/res')) {
        context.loads.answered(peer.xonly, envelope.id.toLowerCase())
        context.pending.answer(peer.xonly, envelope)
      } else if (!draining) {
        answer(respond(context, peer, envelope), envelope.tag.slice(0, 32), peer.xonly)
      }
    },
    receiveOwn: (event) => {
      const opened = messenger.open(event)
      if (opened.ok) answer(echoes.receive(opened.value), opened.value.tag, self.xonly)
    },
    returned: (eventId, relay) => echoes.returned(eventId, relay),
    get handingOver() {
      return echoes.isAwaited
    },
    ping: (peer, options) => pingPeer(context, peer, options),
    sign: (permit, vectors, options) => signBatch(context, permit, vectors, options),
    exchange: (permit, publicKey, options) => exchange(context, permit, publicKey, options),
    sendEcho: (options) => echoes.send(options),
    awaitEcho: (timeout) => echoes.wait(timeout),
    drain: async () => {
      draining = true
      context.authoriser.stop()
      await Promise.all(answering)
    },
    stop: async () => {
      context.pending.stop()
      // Ends the requests that wait for a peer to have time.
      peers.changes.notify()
      echoes.stop()
    },
  }
}
