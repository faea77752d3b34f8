import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Context } from '#app/context.ts'
import { createGate } from '#http/auth-middleware.ts'
import { cutBasePath, leadToPage } from '#http/base-path.ts'
import { createCallsUnderWay } from '#http/calls-under-way.ts'
import { shareWithOrigins } from '#http/cors.ts'
import { createEventStream, type ServerEnd } from '#http/event-stream.ts'
import { refuseUpgrade } from '#http/refuse-upgrade.ts'
import { createRelayDoor } from '#http/relay-door.ts'
import { createEntrance } from '#http/request-id.ts'
import { xOnly } from '#nostr/x-only.ts'
import { LocalRelay } from '#relay/local/local-relay.ts'
import { createApp } from './http-app.ts'

/** What a server's calls go to. */
export interface Application {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** A call that wants to become a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Calls are refused from now on.
   *
   * @param within how long those that were begun may take. Milliseconds
   */
  finish(within: number): Promise<void>
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
  const calls = createCallsUnderWay()
  const enter = createEntrance(createApp(context, gate, consoleDir), context)
  const events = createEventStream(context, gate)
  const { basePath, localRelay, trustedProxies } = context.config
  const relay = localRelay ? createLocalRelay(context) : null
  const upgradeToRelay =
    relay && createRelayDoor(relay, { originRules: context.originRules, trustedProxies })
  const listen = getRequestListener((request, bindings) => enter(request, bindings as HttpBindings))
  return {
    answer: (incoming, outgoing) => {
      if (cutBasePath(incoming, basePath)) return leadToPage(outgoing, incoming, basePath)
      if (shareWithOrigins(incoming, outgoing, context.originRules)) return
      if (calls.isStopping) return calls.refuse(outgoing, incoming.url ?? '')
      calls.add(outgoing)
      void listen(incoming, outgoing)
    },
    upgrade: (incoming, socket, head) => {
      cutBasePath(incoming, basePath)
      if (calls.isStopping) return refuseUpgrade(socket, 503)
      if (upgradeToRelay?.(incoming, socket, head)) return
      events.upgrade(incoming, socket, head)
    },
    finish: calls.finish,
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
