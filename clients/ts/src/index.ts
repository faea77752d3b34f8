import type { components, paths } from './api.js'

export type { components, paths } from './api.js'

/** A schema of the API by its name: `Schema<'SignRequest'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type Method = 'get' | 'post' | 'put' | 'delete'
/** The paths that take a method. */
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never
}[keyof paths]
type Operation<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<M, infer O> ? O : never

/** A part of `parameters`: needed where the description needs it. */
type Part<O, In extends 'path' | 'query' | 'header'> = O extends { parameters: infer P }
  ? P extends { [Key in In]: infer Given }
    ? { [Key in In]: Given }
    : P extends { [Key in In]?: infer Given }
      ? { [Key in In]?: Given }
      : unknown
  : unknown
type BodyOf<Content> = Content extends { 'application/json': infer Body }
  ? Body
  : Blob | ReadableStream<Uint8Array>
type Body<O> = O extends { requestBody: { content: infer Content } }
  ? { body: BodyOf<Content> }
  : O extends { requestBody?: { content: infer Content } }
    ? { body?: BodyOf<Content> }
    : unknown

/** What a call takes: `path`, `query`, `header`, `body`, as the description has them. */
export type Options<Path extends keyof paths, M extends Method> = { signal?: AbortSignal } & Part<
  Operation<Path, M>,
  'path'
> &
  Part<Operation<Path, M>, 'query'> &
  Part<Operation<Path, M>, 'header'> &
  Body<Operation<Path, M>>

type ContentOf<Response> = Response extends { content: { 'application/json': infer Json } }
  ? Json
  : Response extends { content: Record<string, unknown> }
    ? Blob
    : never
/** What a call answers with a status: JSON as it is, a file as a Blob. */
export type Answer<
  Path extends keyof paths,
  M extends Method,
  Status extends number = 200 | 201 | 202,
> =
  Operation<Path, M> extends { responses: infer Responses }
    ? { [Key in keyof Responses & Status]: ContentOf<Responses[Key]> }[keyof Responses & Status]
    : never

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: object extends Options<Path, M> ? [Options<Path, M>?] : [Options<Path, M>]
) => Promise<Answer<Path, M>>

/** A call that Floe did not answer with a 2xx. */
export class FloeError extends Error {
  override readonly name = 'FloeError'
  /** Of HTTP. */
  readonly status: number
  /** What a program reacts to, such as `REFUSED` or `STOPPED`, where the answer has one. */
  readonly code: string | undefined
  /** The whole answer. */
  readonly answer: unknown
  /** Seconds after which to try again, where the answer says so. */
  readonly retryAfter: number | undefined

  constructor(response: Response, answer: unknown) {
    const { error, code } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<
      string,
      unknown
    >
    super(typeof error === 'string' ? error : `Floe answered ${response.status}`)
    this.status = response.status
    this.code = typeof code === 'string' ? code : undefined
    this.answer = answer
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isNaN(seconds) ? undefined : seconds
  }
}

export interface ClientOptions {
  /** Where Floe is, with the path that it is below, if any: `https://floe.example`. */
  url: string
  /** An API key. */
  key?: string
  /** The id of a session, in the key's place. */
  session?: string
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch
}

/** One function a method; each takes a path of the description, and rejects with a FloeError. */
export type Client = { [M in Method]: Call<M> }

export function createClient({ url, key, session, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')
  const credential: Record<string, string> = {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(session !== undefined && { 'X-Session-ID': session }),
  }
  const call =
    (method: Method) =>
    async (
      path: string,
      { path: named = {}, query = {}, header = {}, body, signal }: Given = {},
    ) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(named[name])),
      )
      const asked = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) asked.set(name, String(value))
      }
      const isFile = body instanceof Blob || body instanceof ReadableStream
      const response = await send(`${base}${filled}${asked.size > 0 ? `?${asked}` : ''}`, {
        method: method.toUpperCase(),
        headers: {
          ...credential,
          ...(body !== undefined && !isFile && { 'Content-Type': 'application/json' }),
          ...header,
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
        ...(signal && { signal }),
      })
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      const answer: unknown = isJson ? await response.json() : await response.blob()
      if (!response.ok) throw new FloeError(response, answer)
      return answer
    }
  const methods = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
  return methods as unknown as Client
}

interface Given {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  header?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}
