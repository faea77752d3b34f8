import { UNATTENDED_HEADER } from '#contract/limits.ts'
import type { Failure } from '#contract/message.ts'
import { access, common } from '../texts/texts.ts'
import { isAttended } from './attendance.ts'
import { isObject } from './is-object.ts'
import { sessionId, sessionRefused } from './session.ts'

/** A call that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** null: no server answered. */
  readonly status: number | null
  /** What the server sent beside `error`, unchanged. */
  readonly body: unknown
  /** The message with its code, as `translateMessage` takes it. */
  readonly why: Failure
  /** Seconds until it is worth trying again, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(message: string, status: number | null, body?: unknown, retryAfter?: number) {
    super(message)
    this.why = { ...(body as Partial<Failure> | undefined), error: message }
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

interface CallOptions {
  body?: unknown
  /** Sent as it is, in place of `body`. */
  file?: Blob
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** Milliseconds. */
  timeout?: number
  /** A 401 from this call says nothing about who is signed in. */
  isLogin?: boolean
  /** A session other than the page's own. */
  session?: string
}

/** Milliseconds. */
const ANSWER_TIMEOUT = 10_000

let notifyUnauthorized = () => {}
let askToConfirm: () => Promise<boolean> = () => Promise.resolve(false)
const keepers = new Set<() => void>()

/** Sets what is called on every 401 but a login's; it is not called while the page is kept (`keepPage`). */
export function onUnauthorized(listener: () => void): void {
  notifyUnauthorized = listener
}

/**
 * Sets what asks the user to confirm who they are, when the server wants that before it shows a secret or
 * widens rights. If `ask` returns true, the call is repeated.
 */
export function onConfirmNeeded(ask: () => Promise<boolean>): void {
  askToConfirm = ask
}

/**
 * Keeps the page as it is on a 401: `listener` is called, and not the listener of `onUnauthorized`.
 *
 * @returns a function that ends that
 */
export function keepPage(listener: () => void): () => void {
  keepers.add(listener)
  return () => void keepers.delete(listener)
}

/**
 * One API call. The server checks its own answers against the contract, so their types are trusted
 * here.
 *
 * @throws ApiError when there is no answer, or not a 2xx one; its message is for people
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options)
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  return contentOf<T>(response.status, await allOf(response.text()), { ...options, retryAfter })
}

/**
 * One API call whose answer is a file.
 *
 * @returns `name` from Content-Disposition; null: it names none
 * @throws ApiError as `call`
 */
export async function callForFile(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<{ name: string | null; content: Blob }> {
  const response = await send(method, path, options)
  if (!response.ok) return contentOf<never>(response.status, await allOf(response.text()), options)
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const [, name = null] = /filename="([^"]+)"/.exec(disposition) ?? []
  return { name, content: await allOf(response.blob()) }
}

/**
 * An answer's content, by its status and text. Throws an ApiError unless the status is 2xx.
 *
 * @param options.retryAfter the answer's Retry-After, in seconds
 */
export function contentOf<T>(
  status: number,
  text: string,
  { isLogin, retryAfter }: Pick<CallOptions, 'isLogin'> & { retryAfter?: number | undefined } = {},
): T {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError(common.serverError(status), status)
  }
  if (status >= 200 && status < 300) return body as T
  if (status === 401 && !isLogin) notifyRefused()
  const error = isObject(body) ? body['error'] : undefined
  const message = typeof error === 'string' ? error : common.serverError(status)
  throw new ApiError(message, status, body, retryAfter)
}

function notifyRefused(): void {
  sessionRefused()
  if (keepers.size === 0) notifyUnauthorized()
  for (const tell of keepers) tell()
}

/** The headers that say who asks, and whether anybody is there. */
export function sessionHeaders(): Record<string, string> {
  const id = sessionId()
  return {
    ...(id !== null && { 'X-Session-ID': id }),
    ...(!isAttended() && { [UNATTENDED_HEADER]: 'true' }),
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  call<T>('GET', path, { signal })

export const post = <T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> =>
  call<T>('POST', path, { ...options, body })

/** Deletes something. What is already gone is fine too. */
export async function deleteIfThere(path: string): Promise<void> {
  try {
    await call('DELETE', path)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const response = await sendOnce(method, path, options)
  const isAsked = await mustRepeat(response.status, () => response.clone().text())
  return isAsked ? sendOnce(method, path, options) : response
}

/**
 * Asks the user to confirm who they are, if an answer says that this is needed (403 with the code `CONFIRM`).
 *
 * @returns whether the user confirmed, and the call must be repeated; false for any other answer
 * @throws ApiError when the user cancelled
 */
export async function mustRepeat(
  status: number,
  text: () => string | Promise<string>,
): Promise<boolean> {
  if (status !== 403 || !isConfirmNeeded(await text())) return false
  if (await askToConfirm()) return true
  throw new ApiError(access.confirm.cancelled, 403)
}

function isConfirmNeeded(text: string): boolean {
  try {
    return JSON.parse(text).code === 'CONFIRM'
  } catch {
    return false
  }
}

/** An API path relative to the page, `./api/status`: a proxy may serve both below a path of its own. */
export const fromPage = (path: string): string => `.${path}`

async function sendOnce(method: string, path: string, options: CallOptions): Promise<Response> {
  const { body, file, signal, timeout = ANSWER_TIMEOUT, session } = options
  const headers = { ...sessionHeaders(), ...options.headers }
  if (session !== undefined) headers['X-Session-ID'] = session
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const late = AbortSignal.timeout(timeout)
  try {
    return await fetch(fromPage(path), {
      method,
      headers,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      // JSON.stringify(undefined) is undefined: a call with neither has no body.
      body: file ?? JSON.stringify(body),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(late.aborted ? common.noAnswer(timeout / 1_000) : common.unreachable, null)
  }
}

/** Reads a body to its end. */
async function allOf<T>(body: Promise<T>): Promise<T> {
  try {
    return await body
  } catch {
    throw new ApiError(common.unreachable, null)
  }
}
