import { EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { Envelope } from '#protocol/v1/envelope.ts'
import { groupId } from '#protocol/v1/session.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import { PeerLoads } from '../peers/peer-loads.ts'
import type { Protocol } from '../protocol.ts'
import { SelfEcho } from '../self-echo.ts'
import { PendingRequests } from '../signing/ask-peers.ts'
import type { V1Context, V1Setting } from './context.ts'
import { exchange } from './ecdh.ts'
import { createEchoBudget, Handover, sealEcho } from './echo.ts'
import { pingPeer } from './ping.ts'
import { respond } from './responder.ts'
import { signBatch } from './sign.ts'

export interface V1Options extends V1Setting {
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
}

/** Protocol 1.x: `@frostr/bifrost` 1.x, kind 20004. */
export function createV1Protocol({ publish, ...options }: V1Options) {
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
  const echo = new SelfEcho({ seal: () => sealEcho(messenger, self.xonly), publish })
  const handover = new Handover()
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

  /** Handles a verified message of another device with our share. */
  const receiveOwn = async ({ tag, id, data }: Envelope): Promise<void> => {
    if (tag === '/echo/req') {
      handover.announced()
      await messenger.send(self.xonly, { tag: '/echo/res', id, data })
    }
    if (tag === '/echo/res') echo.answered(id)
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
    /** An event under our own key that we did not send, its signature verified. */
    receiveOwn: (event: NostrEvent) => {
      const opened = messenger.open(event)
      if (opened.ok) answer(receiveOwn(opened.value), opened.value.tag, self.xonly)
    },
    returned: (eventId, relay) => echo.returned(eventId, relay),
    handover,
    ping: (peer, options) => pingPeer(context, peer, options),
    sign: (permit, vectors, options) => signBatch(context, permit, vectors, options),
    exchange: (permit, publicKey, options) => exchange(context, permit, publicKey, options),
    sendEcho: (options) => echo.send(options),
    drain: async () => {
      draining = true
      context.authoriser.stop()
      await Promise.all(answering)
    },
    stop: async () => {
      context.pending.stop()
      // Ends the requests that wait for a peer to have time.
      peers.changes.notify()
      echo.stop()
      handover.stop()
    },
    // The protocol, and members that only 1.x has.
  } satisfies Protocol & Record<string, unknown>
}
