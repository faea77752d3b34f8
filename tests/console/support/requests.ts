import { basename } from 'node:path'
import { ReadableStream } from 'node:stream/web'

/** A call that the page makes of the server. */
export class PageRequest {
  readonly #method: string
  readonly #url: string
  readonly #body: unknown
  readonly #headers: Headers

  constructor(method: string, url: string, { body, headers }: RequestInit) {
    this.#method = method
    this.#url = url
    this.#body = body
    this.#headers = new Headers(headers)
  }

  method(): string {
    return this.#method
  }

  url(): string {
    return this.#url
  }

  /** The headers, by their names in lower case. */
  headers(): Record<string, string> {
    return Object.fromEntries(this.#headers)
  }

  postDataJSON(): unknown {
    return typeof this.#body === 'string' ? JSON.parse(this.#body) : undefined
  }
}

/** What a test does with a call before it reaches the server; exactly one of these. */
export interface Route {
  request(): PageRequest
  /** Sends it on to the server. */
  continue(): Promise<void>
  /** As if the network had failed. */
  abort(): Promise<void>
  /** Answers in the server's place. */
  fulfill(answer: {
    status?: number
    json?: unknown
    body?: string
    contentType?: string
  }): Promise<void>
  /** What the server answers, for changing it. */
  fetch(): Promise<Response>
}

type Handler = (route: Route, request: PageRequest) => void | Promise<void>
type Listener = (request: PageRequest) => void
/** What came back for a call. */
export interface PageResponse {
  url(): string
  status(): number
  request(): PageRequest
  json(): Promise<unknown>
  text(): Promise<string>
}

type Answered = (response: PageResponse) => void

/** Gives a call a connection of its own: one that was kept may belong to a server that has stopped meanwhile. */
const APART = { Connection: 'close' }

/** The page's calls: resolved against its address, heard by tests, and changed by them on the way. */
export class PageRequests {
  /** Whether every call fails. */
  isOffline = false

  readonly #base: string
  readonly #send: typeof fetch
  #routes: { pattern: string | RegExp; handler: Handler }[] = []
  readonly #listeners = new Set<Listener>()
  readonly #answered = new Set<Answered>()
  #visit = new AbortController()

  /** @param send Node's own fetch */
  constructor(base: string, send: typeof fetch) {
    this.#base = base
    this.#send = send
  }

  /** Called when the page is left: as in a browser, calls without an answer are broken off, and never settle. */
  leave(): void {
    this.#visit.abort()
    this.#visit = new AbortController()
  }

  onRequest(listener: Listener): void {
    this.#listeners.add(listener)
  }

  onResponse(listener: Answered): void {
    this.#answered.add(listener)
  }

  /**
   * Has `handler` treat the calls whose address matches; of several routes that match, the latest.
   *
   * @param pattern the address or its path, with `*` and `**`, or a regular expression
   */
  route(pattern: string | RegExp, handler: Handler): void {
    this.#routes.unshift({ pattern, handler })
  }

  unroute(pattern: string | RegExp): void {
    this.#routes = this.#routes.filter((route) => route.pattern !== pattern)
  }

  unrouteAll(): void {
    this.#routes = []
  }

  /** The page's XMLHttpRequest, as far as the console uses it: sends a file, and reports how much of it has gone. */
  get XMLHttpRequest() {
    const send = this.fetch
    return class {
      readonly upload: { onprogress?: (event: Progress) => void; onload?: () => void } = {}
      readonly #ended = new AbortController()
      readonly #headers: Record<string, string> = {}
      #method = ''
      #path = ''
      status = 0
      responseText = ''
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      onloadend?: () => void

      open(method: string, path: string): void {
        this.#method = method
        this.#path = path
      }

      setRequestHeader(name: string, value: string): void {
        this.#headers[name] = value
      }

      abort(): void {
        this.#ended.abort()
      }

      async send(file: Blob): Promise<void> {
        const { signal } = this.#ended
        let isOver = false
        const parts = partsOf(file, (loaded) => {
          if (isOver) return
          this.upload.onprogress?.({ loaded, total: file.size })
          if (loaded === file.size) this.upload.onload?.()
        })
        const body = ReadableStream.from(parts)
        try {
          const init = { method: this.#method, headers: this.#headers, body, signal }
          const answer = await send(this.#path, { ...init, duplex: 'half' } as RequestInit)
          isOver = true
          this.status = answer.status
          this.responseText = await answer.text()
          this.onload?.()
        } catch {
          isOver = true
          if (signal.aborted) this.onabort?.()
          else this.onerror?.()
        }
        this.onloadend?.()
      }
    }
  }

  /** The page's `fetch`. */
  readonly fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    // Modules are files here. A browser gets them from the server, which may be away.
    if (input instanceof URL && input.protocol === 'file:') {
      const url = new URL(`assets/${basename(input.pathname)}`, this.#base)
      return this.#send(url, { headers: APART })
    }
    // The page calls its server by relative paths, the test and its server by whole addresses.
    if (typeof input !== 'string' || URL.canParse(input)) return this.#send(input, init)
    const url = new URL(input, this.#base).href
    const request = new PageRequest(init.method ?? 'GET', url, init)
    for (const listener of this.#listeners) listener(request)
    const left = this.#visit.signal
    const signal = init.signal ? AbortSignal.any([init.signal, left]) : left
    const send = async () => {
      if (this.isOffline) throw new TypeError('Failed to fetch')
      const headers = { ...Object.fromEntries(new Headers(init.headers)), ...APART }
      return this.#send(url, { ...init, headers, signal })
    }
    const routed = this.#routes.find(({ pattern }) => matcher(pattern)(url))
    const never = () => new Promise<never>(() => {})
    let response: Response
    try {
      response =
        routed === undefined ? await send() : await throughRoute(routed.handler, request, send)
    } catch (error) {
      if (left.aborted) return never()
      throw error
    }
    if (left.aborted) return never()
    for (const listener of this.#answered) {
      const copy = response.clone()
      listener({
        url: () => url,
        status: () => copy.status,
        request: () => request,
        json: () => copy.json(),
        text: () => copy.text(),
      })
    }
    return response
  }
}

interface Progress {
  loaded: number
  total: number
}

/** A connection takes a file in parts, of this many bytes. */
const PART = 65_536

/** The parts of a file. @param tell called after each part, with the number of bytes taken so far */
async function* partsOf(file: Blob, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PART) {
    yield new Uint8Array(await file.slice(at, at + PART).arrayBuffer())
    tell(Math.min(at + PART, file.size))
  }
}

function throughRoute(
  handler: Handler,
  request: PageRequest,
  send: () => Promise<Response>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const route: Route = {
      request: () => request,
      continue: async () => resolve(await send()),
      abort: async () => reject(new TypeError('Failed to fetch')),
      fulfill: async ({
        status = 200,
        json,
        body = JSON.stringify(json),
        contentType = 'application/json',
      }) => resolve(new Response(body, { status, headers: { 'Content-Type': contentType } })),
      fetch: send,
    }
    Promise.resolve(handler(route, request)).catch(reject)
  })
}

/** @returns a function that says whether an address, or its path, matches one of Playwright's patterns */
export function matcher(pattern: string | RegExp): (url: string) => boolean {
  if (typeof pattern !== 'string') return (url) => pattern.test(url)
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))
  const expression = new RegExp(`^${source}$`)
  return (url) => expression.test(url) || expression.test(new URL(url).pathname)
}
