import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { http } from '../contract/messages.ts'
import type { Logger } from '../log.ts'
import { beginAnswer } from './entrance.ts'
import type { ServerEnd } from './event-stream.ts'
import { answerJson } from './json-answer.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/** What a server's calls go to. */
export interface Application {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** A call that wants to become a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes the WebSockets. */
  close(end: ServerEnd): Promise<void>
}

/** The same, in memory only once it is called. */
export interface ApplicationOnDemand extends Application {
  /** Resolves when no call waits for the application any more: all have gone to it. */
  begun(): Promise<void>
}

/**
 * An application that is loaded with its first call. Calls that come meanwhile wait, with their
 * bodies unread, and go to it in the order in which they came. When it can't be loaded they are
 * answered with 500, and the next call tries again.
 */
export function onDemand(load: () => Promise<Application>, log: Logger): ApplicationOnDemand {
  let application: Application | undefined
  let loading: Promise<Application> | undefined
  let closed: ServerEnd | undefined

  const loadNow = async (): Promise<Application> => {
    try {
      application = await load()
      // Whoever came after the close is still answered, but no socket stays.
      if (closed !== undefined) void application.close(closed)
      return application
    } finally {
      loading = undefined
    }
  }
  const loaded = (): Promise<Application> => {
    loading ??= loadNow()
    return loading
  }

  const begun = async () => {
    await loading?.catch(() => {})
  }

  return {
    begun,
    answer: (incoming, outgoing) => {
      if (application !== undefined) return application.answer(incoming, outgoing)
      loaded().then(
        (application) => application.answer(incoming, outgoing),
        (err: unknown) => {
          const [path = ''] = (incoming.url ?? '').split('?')
          const requestId = beginAnswer(outgoing, path)
          log.error({ err, requestId, path }, 'request failed')
          answerJson(outgoing, 500, { error: http.internal, requestId })
        },
      )
    },
    upgrade: (incoming, socket, head) => {
      if (application !== undefined) return application.upgrade(incoming, socket, head)
      // Node has let go of it: an error that nobody listens for would end the process.
      socket.on('error', () => socket.destroy())
      loaded().then(
        (application) => application.upgrade(incoming, socket, head),
        (err: unknown) => {
          log.error({ err }, 'upgrade failed')
          refuseUpgrade(socket, 500)
        },
      )
    },
    close: async (end) => {
      closed = end
      await begun()
      await application?.close(end)
    },
  }
}
