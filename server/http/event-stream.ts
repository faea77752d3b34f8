import type { IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Auth, budgetOf, endsFor } from '#auth/auth.ts'
import type { Principal } from '#auth/authenticator.ts'
import type { EventFrame, LogEntry } from '#contract/events.ts'
import { POLICY_CLOSE } from '#contract/limits.ts'
import { eventStreamConnected, eventStreamGap } from '#contract/messages.ts'
import { reaches, type Scope } from '#contract/scopes.ts'
import { toSent } from '#contract/sent-frames.ts'
import type { EventLog } from '#events/event-log.ts'
import type { Admission, Authentication } from './authentication.ts'
import { chooseSubprotocol } from './subprotocols.ts'
import { refuseUpgrade, type Upgrade } from './upgrade.ts'

const MAX_CLIENTS = 200
/** No credential may take all streams. */
const MAX_PER_CREDENTIAL = MAX_CLIENTS / 4
/** A client that leaves more than this unread is dropped instead of buffered for. */
const MAX_BUFFERED_BYTES = 1_048_576
/** Clients send nothing; a small frame is accepted because WebSocket itself sends some. */
const MAX_FRAME_BYTES = 1_024
const PING_INTERVAL = 30_000
/** How long a client has to answer the close; one that vanished never does. */
const CLOSE_TIMEOUT = 1_000

/** Why the server ends: it will not come back by itself, or it will at once. */
export type ServerEnd = 'stop' | 'restart'

/**
 * RFC 6455, section 7.4.1, and IANA's registry. Not 1000: clients, igloo-server's consoles among them,
 * take that for the owner's wish and don't connect again.
 */
const CLOSE_CODES: Readonly<Record<ServerEnd, number>> = { stop: 1001, restart: 1012 }

interface EventStreamOptions {
  events: EventLog
  auth: Pick<Auth, 'onEnded'>
  authentication: Pick<Authentication, 'authenticateUpgrade'>
  /** The scope that a credential needs. */
  scope: Scope
}

/**
 * WebSocket /api/events: sends events as they happen. Frames are those of contract/events.ts. A
 * socket closes at once when the credential that opened it ends.
 */
export function createEventStream({ events, auth, authentication, scope }: EventStreamOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: chooseSubprotocol,
  })
  const alive = new WeakSet<WebSocket>()
  const principals = new WeakMap<WebSocket, Principal>()
  const encode = createEncoder()
  auth.onEnded((ended) => {
    for (const client of sockets.clients) {
      const principal = principals.get(client)
      if (principal && endsFor(principal, ended)) client.close(POLICY_CLOSE, 'signed out')
    }
  })

  const upgrade: Upgrade = (request, socket, head) => {
    admit(request)
      .then((admission) => {
        if (!admission.ok) return refuseUpgrade(socket, admission.status)
        sockets.handleUpgrade(request, socket, head, (client) => {
          principals.set(client, admission.principal)
          const [, query] = (request.url ?? '').split('?')
          serve(client, admission.principal, new URLSearchParams(query).get('since'))
        })
      })
      .catch(() => refuseUpgrade(socket, 503))
  }

  async function admit(request: IncomingMessage): Promise<Admission> {
    if (sockets.clients.size >= MAX_CLIENTS) return { ok: false, status: 503 }
    const admission = await authentication.authenticateUpgrade(request, scope)
    if (!admission.ok) return admission
    if (streamsOf(admission.principal) >= MAX_PER_CREDENTIAL) return { ok: false, status: 429 }
    return admission
  }

  /** Counts the streams of one key or user over all its sessions; 0 with open access. */
  function streamsOf(principal: Principal): number {
    const budget = budgetOf(principal)
    if (budget === undefined) return 0
    return [...sockets.clients].filter((client) => {
      const other = principals.get(client)
      return other !== undefined && budgetOf(other) === budget
    }).length
  }

  function serve(client: WebSocket, principal: Principal, since: string | null): void {
    alive.add(client)
    client.on('pong', () => alive.add(client))
    client.on('error', () => client.terminate())
    const maySee = (frame: EventFrame) =>
      frame.type !== 'question-internal' || reaches(principal.scope, 'approve')
    const send = (frame: EventFrame) => {
      if (!maySee(frame)) return
      if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
      else if (client.readyState === client.OPEN) client.send(encode(frame), { binary: false })
    }
    const end = events.listen(send)
    client.on('close', end)
    const { firstId } = events
    for (const frame of firstFrames({ kept: events.entries(), firstId, since })) send(frame)
  }

  const pings = setInterval(() => {
    for (const client of sockets.clients) {
      if (!alive.delete(client)) client.terminate()
      else client.ping()
    }
  }, PING_INTERVAL)

  return {
    upgrade,
    /** Closes every socket with the code of the end; resolves when all are closed, by force after a second. */
    close: async (end: ServerEnd): Promise<void> => {
      clearInterval(pings)
      const closed = new Promise((resolve) => sockets.close(resolve))
      for (const client of sockets.clients) client.close(CLOSE_CODES[end])
      const force = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, CLOSE_TIMEOUT)
      await closed
      clearTimeout(force)
    },
  }
}

/** Encodes frames; one that goes to every socket is encoded once. */
function createEncoder(): (frame: EventFrame) => Buffer {
  let last: { frame: EventFrame; bytes: Buffer } | undefined
  return (frame) => {
    if (last?.frame !== frame) last = { frame, bytes: Buffer.from(JSON.stringify(toSent(frame))) }
    return last.bytes
  }
}

/**
 * What a new client gets first: the greeting, then, if it names the last id it saw, the entries since. If the
 * log has dropped some of these, a frame before them says how many. Entries of an earlier run can't be counted,
 * because that run may have reserved ids that it did not use.
 *
 * @param firstId of this run, above those of earlier ones; 0: there was no entry yet
 */
function firstFrames(log: {
  kept: readonly LogEntry[]
  firstId: number
  since: string | null
}): EventFrame[] {
  const { kept, firstId, since } = log
  const newest = kept.at(-1)?.id ?? 0
  const now = new Date().toISOString()
  const system = (message: string, id: number, timestamp = now): EventFrame => ({
    type: 'system',
    message,
    timestamp,
    id,
  })
  const last = since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null
  if (last === null) return [system(eventStreamConnected, newest)]
  const missed = kept.filter((entry) => entry.id > last)
  const oldest = missed[0]?.id ?? newest + 1
  const restarted = last > 0 && (firstId === 0 || last < firstId)
  const gone = last === 0 ? 0 : oldest - Math.max(last + 1, firstId)
  // A gap has the time of the next entry: with the current time, times would run backwards.
  const gap = (message: string) => system(message, oldest - 1, missed[0]?.timestamp)
  return [
    system(eventStreamConnected, Math.min(last, newest)),
    ...(restarted ? [gap(eventStreamGap.restarted)] : []),
    ...(gone > 0 ? [gap(eventStreamGap.gone(gone))] : []),
    ...missed,
  ]
}
