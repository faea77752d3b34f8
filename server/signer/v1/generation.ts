import { EVENT_KIND } from '../../contract/limits.ts'
import { node } from '../../contract/messages.ts'
import type { NostrEvent } from '../../contract/nostr.ts'
import { groupId } from '../../frostr/v1/session.ts'
import type { PublishResult } from '../../relay/pool.ts'
import type { Generation } from '../generation.ts'
import { PendingRequests } from '../pending.ts'
import { Turns } from '../turns.ts'
import type { V1Context } from './context.ts'
import { EcdhAsker } from './ecdh.ts'
import { Echoes } from './echo.ts'
import type { Messenger } from './messenger.ts'
import { pingPeer } from './ping.ts'
import { respond } from './responder.ts'
import { signBatch } from './sign.ts'

export interface V1Options extends Omit<V1Context, 'gid' | 'pending' | 'turns'> {
  messenger: Messenger
  publish(event: NostrEvent, relay?: string): Promise<PublishResult>
}

/** Generation 1 of the protocol: `@frostr/bifrost` 1.x, kind 20004. */
export function createV1({ publish, ...options }: V1Options): Generation {
  const { messenger, reporter, self } = options
  const context: V1Context = {
    ...options,
    gid: groupId(options.group),
    pending: new PendingRequests(),
    turns: new Turns(),
  }
  const echoes = new Echoes({ messenger, self: self.xonly, publish })
  const ecdh = new EcdhAsker(context)
  const answering = new Set<Promise<void>>()
  let draining = false

  const answer = (work: Promise<void>, tag: string, sender: string) => {
    const tracked = work
      .catch((error: unknown) => {
        // Only arithmetic on what a peer sent can end here; its words may hold what it was given.
        const name = error instanceof Error ? error.name : 'Error'
        reporter.rejected(tag, node.nodeError, sender, { error: name })
      })
      .finally(() => answering.delete(tracked))
    answering.add(tracked)
  }

  return {
    kind: EVENT_KIND,
    receive: (event, peer) => {
      const opened = messenger.open(event)
      if (!opened.ok) {
        reporter.bounced(opened.error, peer.xonly)
        return
      }
      const envelope = opened.value
      if (envelope.tag.endsWith('/res')) context.pending.answer(peer.xonly, envelope)
      else if (!draining) {
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
    ping: (peer) => pingPeer(context, peer),
    sign: (vectors) => signBatch(context, vectors),
    ecdh: (publicKey, fresh) => (fresh ? ecdh.fresh(publicKey) : ecdh.secret(publicKey)),
    sendEcho: (options) => echoes.send(options),
    awaitEcho: (timeout) => echoes.wait(timeout),
    drain: async () => {
      draining = true
      await Promise.all(answering)
    },
    stop: () => {
      context.turns.stop()
      context.pending.stop()
      echoes.stop()
    },
  }
}
