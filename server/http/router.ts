import type { HttpBindings } from '@hono/node-server'
import type { Hono, MiddlewareHandler, Context as Request } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { type RouteName, type Routes, routes } from '#api/table.ts'
import type { Principal } from '#auth/authenticator.ts'
import type { Client } from '#auth/client-address.ts'
import { http } from '#contract/messages.ts'
import { schemaMessage } from '#contract/schema-messages.ts'
import { limitBody, limitUpload } from './body-limit.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import type { Route } from './route.ts'

type Parsed<R extends Route, Field extends 'body' | 'query'> = R extends {
  [F in Field]: infer Schema extends z.ZodType
}
  ? z.infer<Schema>
  : undefined

/** What a handler gets: the parsed call, who makes it, and Hono's context to answer with. */
export interface Call<R extends Route> {
  body: Parsed<R, 'body'>
  query: Parsed<R, 'query'>
  /** A parameter of the path. */
  param(name: string): string
  principal: Principal
  request: Request<Env>
}

/**
 * What belongs to one call, from the entrance to the log; `route`: the table's path, once known.
 */
export interface Bindings extends HttpBindings {
  requestId: string
  route?: string
}

/** `Variables`: what middleware leaves for the layers behind it. */
export interface Env {
  Bindings: Bindings
  Variables: { principal: Principal; client: Client }
}

export type Handler<Name extends RouteName> = (
  call: Call<Routes[Name]>,
) => Response | Promise<Response>

/** One handler for each route of the table that is not a WebSocket: none missing, none extra. */
export type Handlers = {
  [Name in RouteName as Routes[Name] extends { upgrade: true } ? never : Name]: Handler<Name>
}

/** What decides before a route is called. */
export interface Doorkeeper {
  /** Lets a call through to the route, or answers it; sets the principal. */
  of(route: Route): MiddlewareHandler<Env>
  /** The answer to a session that must confirm its user first; null: it may go on. */
  unconfirmed(request: Request<Env>): Response | null
}

/** Mounts the table: each route behind its gate, with its body and query parsed. */
export function mountRoutes(app: Hono<Env>, handlers: Handlers, gate: Doorkeeper): void {
  for (const [name, handler] of Object.entries(handlers)) {
    const route: Route = routes[name as RouteName]
    const limit = (route.upload ? limitUpload : limitBody)(route.maxBody ?? MAX_BODY_BYTES)
    // Behind the gate, so that no stranger makes us keep a large body.
    const layers = route.method === 'get' ? [gate.of(route)] : [gate.of(route), limit]
    app.on(route.method.toUpperCase(), [route.path], ...layers, async function answer(request) {
      const body = route.body && (await readBody(request, route, route.body))
      const refusal = asksFor(route, body) ? gate.unconfirmed(request) : null
      if (refusal !== null) return refusal
      return (handler as (call: unknown) => ReturnType<typeof handler>)({
        body,
        query: route.query && readQuery(request, route, route.query),
        param: (parameter: string) => request.req.param(parameter) ?? '',
        principal: request.get('principal'),
        request,
      })
    })
  }
}

/** Whether this very call is one for which a session must confirm its user. */
const asksFor = ({ confirm }: Route, body: unknown): boolean =>
  typeof confirm === 'function' && (confirm as (body: unknown) => boolean)(body)

/** A request that does not fit its route, refused in the route's own form. */
export class BadRequest extends HTTPException {
  constructor(route: Route, error: string) {
    const body = JSON.stringify(route.badRequest?.(error) ?? { error })
    const headers = { 'Content-Type': 'application/json' }
    super(400, { message: error, res: new Response(body, { status: 400, headers }) })
  }
}

async function readBody(request: Request<Env>, route: Route, schema: z.ZodType): Promise<unknown> {
  let body: unknown
  try {
    const text = await request.req.text()
    body = text === '' && route.bodyMayBeMissing ? {} : JSON.parse(text)
  } catch (error) {
    // A body that was too large ends here too, with an answer of its own.
    if (error instanceof HTTPException) throw error
    throw new BadRequest(route, http.bodyNotJson)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new BadRequest(route, http.bodyNotObject)
  }
  return parse(body, route, schema)
}

const readQuery = (request: Request<Env>, route: Route, schema: z.ZodType): unknown =>
  parse(request.req.query(), route, schema)

/** The error never holds any of what was sent. */
function parse(value: unknown, route: Route, schema: z.ZodType): unknown {
  const parsed = schema.safeParse(value, { error: schemaMessage })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  const reason = `${field || 'body'}: ${issue?.message ?? 'invalid'}`
  throw new BadRequest(route, route.misfit ?? reason)
}
