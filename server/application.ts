import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { shareWithOrigins } from './http/cors.ts'
import { createEntrance } from './http/entrance.ts'
import { createEventStream, type ServerEnd } from './http/event-stream.ts'
import { createGate } from './http/gate.ts'
import { createRelayDoor } from './http/relay-door.ts'
import { LocalRelay } from './local-relay/local-relay.ts'
import { xOnly } from './nostr/x-only.ts'

/** What a server's calls go to. */
export interface Application {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** A call that wants to become a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes the WebSockets. */
  close(end: ServerEnd): Promise<void>
}

/**
 * All that answers HTTP: the API, the console and the event stream.
 *
 * @param consoleDir where the built console is
 */
export function createApplication(context: Context, consoleDir: string): Application {
  const gate = createGate(context)
  const enter = createEntrance(createApp(context, gate, consoleDir), context)
  const events = createEventStream(context, gate)
  const relay = context.config.localRelay ? createLocalRelay(context) : null
  const upgradeToRelay =
    relay &&
    createRelayDoor(relay, {
      originRules: context.originRules,
      trustedProxies: context.config.trustedProxies,
    })
  const listen = getRequestListener((request, bindings) => enter(request, bindings as HttpBindings))
  return {
    answer: (incoming, outgoing) => {
      if (!shareWithOrigins(incoming, outgoing, context.originRules))
        void listen(incoming, outgoing)
    },
    upgrade: (incoming, socket, head) => {
      if (upgradeToRelay?.(incoming, socket, head)) return
      events.upgrade(incoming, socket, head)
    },
    close: async (end) => {
      relay?.close()
      await events.close(end)
    },
  }
}

/** For the members of all groups here. */
function createLocalRelay({ keysets }: Context): LocalRelay {
  return new LocalRelay({
    isMember: (pubkey) =>
      keysets.all.some(({ supervisor: { group } }) => {
        const members = group?.ok ? group.value.members : []
        return members.some((member) => xOnly(member.pubkey) === pubkey)
      }),
  })
}
