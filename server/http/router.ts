import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { http } from '#contract/codes.ts'
import { ofField } from '#contract/message.ts'
import { schemaMessage } from '#contract/schema-messages.ts'
import { type Eventually, followedBy } from '#lib/eventually.ts'
import type { Authentication } from './authentication.ts'
import { MAX_BODY_BYTES, refuseLargeBody, refuseLargeUpload } from './body.ts'
import { BadRequest } from './errors.ts'
import type { Call, Env, HandledRoute, RequestContext, Route } from './route.ts'

/** Routes by their names. One that becomes a WebSocket has no handler. */
export type RouteTable<Api> = Readonly<Record<string, Route | HandledRoute<Api>>>

/**
 * Adds the routes that have a handler: each call is authenticated, its body and query are parsed, then its
 * handler answers.
 *
 * @param api what each handler gets beside its call
 */
export function addRoutes<Api>(
  app: Hono<Env>,
  routes: RouteTable<Api>,
  api: Api,
  auth: Pick<Authentication, 'authenticate' | 'refuseUnconfirmed'>,
): void {
  for (const route of Object.values(routes)) {
    if (!('handle' in route)) continue
    // What the schema makes of a call without a query, as most are.
    const noQuery = route.query?.safeParse({})
    const answer = (request: RequestContext, body?: unknown): Eventually<Response> => {
      const principal = request.get('principal')
      const call: Call = {
        body,
        query:
          noQuery?.success && !request.req.url.includes('?')
            ? noQuery.data
            : route.query && parse(request.req.query(), route, route.query),
        param: (name) => request.req.param(name) ?? '',
        principal,
        actor: principal.userId,
        request,
      }
      // The table's schemas have made body and query what the handler expects.
      return route.handle(call as Call<never, never>, api)
    }
    const answerBody = async (request: RequestContext): Promise<Response> => {
      const tooLarge = await refuseBySize(request, route)
      if (tooLarge !== null) return tooLarge
      const body = route.body && (await readBody(request, route, route.body))
      const unconfirmed = needsConfirmation(route, body) ? auth.refuseUnconfirmed(request) : null
      return unconfirmed ?? answer(request, body)
    }
    // A body is read only after authentication, so that no stranger makes us keep a large one.
    const next = route.method === 'get' ? answer : answerBody
    app.on(route.method.toUpperCase(), [route.path], (request) =>
      followedBy(auth.authenticate(request, route), (refusal) => refusal ?? next(request)),
    )
  }
}

/** The methods that a path takes, in capitals; none when there is no such path. */
export function methodsOf(routes: RouteTable<never>, path: string): string[] {
  const parts = path.split('/')
  const isOf = (route: Route) => {
    const own = route.path.split('/')
    return (
      own.length === parts.length &&
      own.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    )
  }
  const methods = Object.values(routes)
    .filter(isOf)
    .map(({ method }) => method.toUpperCase())
  return [...new Set(methods)].sort()
}

function refuseBySize(request: RequestContext, { upload, maxBody }: Route) {
  const maxBytes = maxBody ?? MAX_BODY_BYTES
  return upload ? refuseLargeUpload(request, maxBytes) : refuseLargeBody(request, maxBytes)
}

/** Whether a session must be confirmed for this very body. */
const needsConfirmation = ({ confirm }: Route, body: unknown): boolean =>
  typeof confirm === 'function' && confirm(body as never)

async function readBody(
  request: RequestContext,
  route: Route,
  schema: z.ZodType,
): Promise<unknown> {
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

/** The error never holds any of what was sent. */
function parse(value: unknown, route: Route, schema: z.ZodType): unknown {
  const parsed = schema.safeParse(value, { error: schemaMessage })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  const problem = ofField(field, http.invalid(issue?.message ?? 'invalid'))
  throw new BadRequest(route, route.invalidBody ?? problem)
}
