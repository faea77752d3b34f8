import { z } from 'zod'
import { confirmNeeded } from '#contract/auth.ts'
import { sentences } from '#contract/codes.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { VERSION } from '#lib/version.ts'
import { type ContractModules, createNamedSchemas, type NamedSchemas } from './named-schemas.ts'
import type { Route } from './route.ts'
import type { RouteTable } from './router.ts'

/** `group.key` of every sentence that a refusal may have. */
const ERROR_CODES = Object.entries(sentences).flatMap(([group, texts]) =>
  Object.keys(texts).map((key) => `${group}.${key}`),
)

export type Json = Record<string, unknown>

/** A group of calls in the description: its name, and one sentence on what is in it. */
export interface Tag {
  name: string
  description: string
}

/** What the description is made from. */
interface Described {
  routes: RouteTable<never>
  /** In the order in which they are shown. */
  tags: readonly Tag[]
  /** The contract, whose exports give the schemas their names. */
  contract: ContractModules
  /** Prefix of all paths, such as `/floe`; empty: there is none. */
  basePath: string
}

/** What every call may answer besides its own answers, 401 and 403 only if it needs a credential: name, and when. */
export const COMMON: Record<number, readonly [name: string, description: string]> = {
  401: ['NoCredential', 'No valid credential'],
  403: [
    'Forbidden',
    'The scope of the credential does not allow this call, or the request comes from a page of another origin',
  ],
  413: ['TooLarge', 'The body is too large: by default more than 1 MiB'],
  429: ['TooMany', 'Too many requests; Retry-After says when to try again'],
  500: ['Failed', 'An error in Floe. Its log has the cause, with the `requestId` of this answer'],
  503: [
    'Unavailable',
    'Not now: the data folder can’t be used, or too many passwords are being worked on. Nothing ' +
      'was saved, and the error says what to do',
  ],
  507: ['DiskFull', 'The disk is full: nothing was saved'],
}

/** The name of the answer 403 of a call that needs a confirmed session. */
const UNCONFIRMED = 'Unconfirmed'

const DESCRIPTIONS: Record<number, string> = {
  101: 'The connection becomes a WebSocket',
  200: 'Done',
  201: 'Created',
  202: 'The owner has been asked: `GET /api/questions/{id}` has the result later',
  400: 'The request is wrong: the error says how',
  401: 'Wrong credentials',
  403: 'Not allowed: by the scope of the credential, by a rule or by somebody who was asked',
  404: 'Not found',
  409: 'Not possible as things are: the error says why',
  502: 'The devices could not do it together: the error says why',
  503: 'Not possible now: the error says why',
  504: 'The other devices, or somebody who was asked, did not answer in time: `code` says which',
}

const CREDENTIALS = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Session-ID',
    description: 'The `sessionId` that `POST /api/auth/login` answers.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, made under *Settings* or by `floe api-key`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  basic: { type: 'http', scheme: 'basic', description: 'Username and password.' },
  adminSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Secret',
    description:
      'ADMIN_SECRET from the environment. Opens the calls that it opens in igloo-server.',
  },
}

/** The description of the whole API (OpenAPI 3.1), generated from the table and its schemas. */
export function describeApi({ routes, tags, contract, basePath }: Described): Json {
  const schemas = createNamedSchemas(contract)
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = openApiPath(route.path)
    paths[path] = { ...paths[path], [route.method]: describeRoute(name, route, schemas) }
  }
  const responses = commonResponses(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Floe',
      version: VERSION,
      description:
        'Floe is a signer. It holds one share of a nostr key, and signs together with its peers: the ' +
        'devices that hold the other shares. Together they are a group, and the key is the key of the ' +
        'group. `1.x` and `2026` are the two versions of the protocol between them.\n\n' +
        'Each call needs a credential with a scope (`x-scope`). `read` may see status, devices and figures, ' +
        '`sign` may also use the key, `approve` may only answer questions to the owner, and `admin` may do ' +
        'everything. `open` needs no credential.\n\n' +
        'An error is `{error, code}`: `error` is a sentence for people, `code` is for programs. Times are ' +
        'ISO 8601 in UTC, unless their field says otherwise.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath, description: 'This Floe' }],
    tags,
    paths,
    'x-error-codes': ERROR_CODES,
    components: { securitySchemes: CREDENTIALS, responses, schemas: sortedByName(schemas.used) },
  }
}

const sortedByName = (named: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)))

function commonResponses(schemas: NamedSchemas): Record<string, Json> {
  const described = Object.values(COMMON).map(([name, description]) => [
    name,
    { description, content: jsonContent(schemas.jsonSchema(errorAnswer, 'output')) },
  ])
  const [, forbidden] = COMMON[403] ?? []
  const description = `${forbidden}, or a session has to be confirmed (\`CONFIRM\`)`
  const schema = schemas.jsonSchema(z.union([confirmNeeded, errorAnswer]), 'output')
  return {
    ...Object.fromEntries(described),
    [UNCONFIRMED]: { description, content: jsonContent(schema) },
  }
}

const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function describeRoute(name: string, route: Route, schemas: NamedSchemas): Json {
  const open = route.scope === 'open'
  const schemes = ['session', 'apiKey', 'bearer', 'basic']
  return {
    operationId: name,
    ...(route.tag !== undefined && { tags: [route.tag] }),
    summary: route.summary,
    ...descriptionOf(route.description),
    'x-scope': route.scope,
    security: open
      ? []
      : [...schemes, ...(route.adminSecret ? ['adminSecret'] : [])].map((scheme) => ({
          [scheme]: [],
        })),
    parameters: [
      ...pathParameters(route.path).map((parameter) => pathParameter(parameter, route)),
      ...queryParameters(route),
      ...headerParameters(route),
    ],
    ...requestBody(route, schemas),
    responses: describeAnswers(route, open, schemas),
  }
}

const pathParameter = (name: string, { example, params }: Route): Json => ({
  name,
  in: 'path',
  required: true,
  ...descriptionOf(params?.[name]),
  schema: { type: 'string' },
  ...exampleOf(example?.params?.[name]),
})

const descriptionOf = (description: unknown): Json =>
  description === undefined ? {} : { description }

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example })

function queryParameters({ query, example }: Route): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' }) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...descriptionOf(description),
    schema,
    ...exampleOf(example?.query?.[name]),
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

function requestBody({ body, bodyMayBeMissing, upload, example }: Route, schemas: NamedSchemas) {
  if (body) {
    const content = jsonContent(schemas.jsonSchema(body, 'input'), example?.body)
    return { requestBody: { required: bodyMayBeMissing !== true, content } }
  }
  if (!upload) return {}
  const file = { schema: { type: 'string', format: 'binary' } }
  return { requestBody: { required: true, content: { 'application/octet-stream': file } } }
}

function describeAnswers(route: Route, open: boolean, schemas: NamedSchemas): Json {
  const answers: Json = {}
  for (const [status, [name]] of Object.entries(COMMON)) {
    const needsCredential = status === '401' || status === '403'
    if (needsCredential && open) continue
    const isUnconfirmed = status === '403' && route.confirm
    answers[status] = { $ref: `#/components/responses/${isUnconfirmed ? UNCONFIRMED : name}` }
  }
  for (const [status, schema] of Object.entries(route.answers)) {
    const description = DESCRIPTIONS[Number(status)] ?? COMMON[Number(status)]?.[1] ?? ''
    if (status === '101') answers[status] = { description }
    else answers[status] = { description, content: answerContent(route, status, schema, schemas) }
  }
  return answers
}

function answerContent(
  { type, example }: Route,
  status: string,
  schema: z.ZodType,
  schemas: NamedSchemas,
): Json {
  const isGood = status.startsWith('2')
  if (type !== undefined && isGood) return { [type]: { schema: { type: 'string' } } }
  const isExample = Number(status) === (example?.status ?? 200)
  return jsonContent(schemas.jsonSchema(schema, 'output'), isExample ? example?.answer : undefined)
}

const jsonContent = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...exampleOf(example) },
})
