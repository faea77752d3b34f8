import { z } from 'zod'
import { confirmNeeded } from '#contract/auth.ts'
import { errorAnswer } from '#contract/operations.ts'
import { VERSION } from '#lib/version.ts'
import type { Route } from './route.ts'
import type { RouteTable } from './router.ts'

export type Json = Record<string, unknown>

/** What every call that needs a credential may answer besides its own answers. */
const COMMON: Record<number, string> = {
  401: 'No valid credential',
  403: 'The credential does not reach this far, or the request comes from another origin',
  413: 'The body is too large: by default more than 1 MiB',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Something failed on our side',
  503:
    'Not now: the data folder cannot be used, or too many passwords are being worked on. Nothing ' +
    'was kept, and the error says what to do',
  507: 'The disk is full: nothing was kept',
}

const forbidden = z.union([confirmNeeded, errorAnswer])

const DESCRIPTIONS: Record<number, string> = {
  101: 'The connection becomes a WebSocket',
  200: 'Done',
  202: 'The owner has been asked',
  400: 'The request is wrong; the error says what',
  401: 'Wrong credentials',
  404: 'There is no such thing',
  409: 'Somebody else was first',
  502: 'The signers did not get it done',
  503: 'Not available now',
  504: 'The signers did not answer in time',
}

/**
 * The description of the whole API (OpenAPI 3.1), generated from the table and its schemas.
 *
 * @param basePath below which the paths are; empty: there is none
 */
export function describeApi(routes: RouteTable<never>, basePath = ''): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = openApiPath(route.path)
    paths[path] = { ...paths[path], [route.method]: describeRoute(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Floe',
      version: VERSION,
      description:
        'A signer that holds one share of a threshold-split nostr key. Errors are {error}.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(basePath !== '' && { servers: [{ url: basePath }] }),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-Session-ID' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        adminSecret: { type: 'apiKey', in: 'header', name: 'X-Admin-Secret' },
      },
    },
  }
}

const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function describeRoute(name: string, route: Route): Json {
  const open = route.scope === 'open'
  const schemes = ['session', 'apiKey', 'bearer', 'basic']
  return {
    operationId: name,
    summary: route.summary,
    'x-scope': route.scope,
    security: open
      ? []
      : [...schemes, ...(route.adminSecret ? ['adminSecret'] : [])].map((scheme) => ({
          [scheme]: [],
        })),
    parameters: [
      ...pathParameters(route.path).map(pathParameter),
      ...queryParameters(route),
      ...headerParameters(route),
    ],
    ...requestBody(route),
    responses: describeAnswers(route, open),
  }
}

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})

function queryParameters({ query }: Route): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const headerParameters = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))

function requestBody({ body, bodyMayBeMissing, upload }: Route): Json {
  if (body)
    return {
      requestBody: { required: bodyMayBeMissing !== true, content: jsonContent(body, 'input') },
    }
  if (!upload) return {}
  const file = { schema: { type: 'string', format: 'binary' } }
  return { requestBody: { required: true, content: { 'application/octet-stream': file } } }
}

function describeAnswers(route: Route, open: boolean): Json {
  const answers: Json = {}
  for (const [status, description] of Object.entries(COMMON)) {
    const needsCredential = status === '401' || status === '403'
    if (needsCredential && open) continue
    const schema = status === '403' && route.confirm ? forbidden : errorAnswer
    answers[status] = { description, content: jsonContent(schema, 'output') }
  }
  for (const [status, schema] of Object.entries(route.answers)) {
    const description = DESCRIPTIONS[Number(status)] ?? COMMON[Number(status)] ?? ''
    const content =
      route.type !== undefined && status === '200'
        ? { [route.type]: { schema: { type: 'string' } } }
        : jsonContent(schema, 'output')
    answers[status] = { description, ...(status === '101' ? {} : { content }) }
  }
  return answers
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output'): Json => ({
  'application/json': { schema: jsonSchema(schema, io) },
})

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
