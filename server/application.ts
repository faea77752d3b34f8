import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { shareWithOrigins } from './http/cors.ts'
import { createEntrance } from './http/entrance.ts'
import { createEventStream } from './http/event-stream.ts'
import { createGate } from './http/gate.ts'
import type { Application } from './http/on-demand.ts'

/**
 * All that answers HTTP: the API, the console and the event stream. It is loaded when it is first
 * called: the framework, the schemas of every call and Node's fetch, which the framework wants, are
 * 6 MB that a signer needs only while somebody looks at it.
 *
 * @param consoleDir where the built console is
 */
export function createApplication(context: Context, consoleDir: string): Application {
  const gate = createGate(context)
  const enter = createEntrance(createApp(context, gate, consoleDir), context)
  const { upgrade, close } = createEventStream(context, gate)
  const listen = getRequestListener((request, bindings) => enter(request, bindings as HttpBindings))
  return {
    answer: (incoming, outgoing) => {
      if (!shareWithOrigins(incoming, outgoing, context.originRules))
        void listen(incoming, outgoing)
    },
    upgrade,
    close,
  }
}
