import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from '#lib/log.ts'
import { foreignRequest, incomingOf, type OriginRules } from './origin.ts'
import { logRequest } from './request-log.ts'
import type { Bindings, Env } from './router.ts'
import { setSecurityHeaders } from './security-headers.ts'

export interface EntranceOptions {
  log: Logger
  originRules: OriginRules
}

/** A call as it comes from Node, turned into its answer. */
export type Fetch = (request: Request, bindings: HttpBindings) => Promise<Response>

/**
 * What every call passes through, whatever it asks for: it gets an id and the headers that all
 * answers have, and goes no further if a foreign page made it.
 *
 * This is a function around the app, not middleware in it, so no route can be mounted before it. A
 * header of the same name in the app's answer replaces the one set here.
 */
export function createEntrance(app: Hono<Env>, { log, originRules }: EntranceOptions): Fetch {
  return function enter(request, { incoming, outgoing }) {
    const requestId = beginAnswer(outgoing, app.getPath(request))
    const call: Bindings = { incoming, outgoing, requestId }
    return logRequest(log, request, call, () => {
      const error = foreignRequest(incomingOf(incoming), originRules)
      return error === null ? app.fetch(request, call) : Response.json({ error }, { status: 403 })
    })
  }
}

/**
 * Gives an answer the headers that all answers have, whatever was asked for at `path`.
 *
 * @returns the call's id, which the answer carries as X-Request-ID
 */
export function beginAnswer(answer: ServerResponse, path: string): string {
  const requestId = randomUUID()
  answer.setHeader('X-Request-ID', requestId)
  setSecurityHeaders(answer)
  // No cache keeps what the API answers.
  if (isOfApi(path)) answer.setHeader('Cache-Control', 'no-store')
  return requestId
}

export const isOfApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')
