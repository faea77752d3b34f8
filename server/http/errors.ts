import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AuthError } from '#auth/errors.ts'
import { http } from '#contract/codes.ts'
import { type Message, messageOf, withFixedCode } from '#contract/message.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { Logger } from '#lib/log.ts'
import { StoreError, type StoreErrorCode } from '#store/errors.ts'
import type { Env, Route } from './route.ts'

/** A request that does not fit its route, refused in the route's own form. */
export class BadRequest extends HTTPException {
  constructor(route: Route, why: Message) {
    const body = JSON.stringify(route.badRequest?.(why) ?? why)
    const headers = { 'Content-Type': 'application/json' }
    super(400, { message: why.error, res: new Response(body, { status: 400, headers }) })
  }
}

/** Answers a call whose handler has thrown; failures on our side are logged with the request's id. */
export const answerError =
  (log: Logger): ErrorHandler<Env> =>
  (error, request) => {
    if (error instanceof HTTPException && error.status < 500) {
      return error.res ?? request.json(messageOf({ error: error.message }), error.status)
    }
    if (error instanceof UnavailableError) {
      return request.json(withFixedCode(error.code, error.why), 503)
    }
    if (error instanceof AuthError) return request.json(messageOf(error.why), 400)
    const { requestId } = request.env
    log.error({ err: error, requestId, path: request.req.path }, 'request failed')
    if (error instanceof StoreError) {
      return request.json({ ...messageOf(error.why), requestId }, statusOfStore(error.code))
    }
    return request.json({ ...http.internal, requestId }, 500)
  }

/** Errors that end once the disk is in order, or with time. */
const STORE_STATUS: Partial<Record<StoreErrorCode, 503 | 507>> = {
  FULL: 507,
  READ_ONLY: 503,
  IO: 503,
  LOCKED: 503,
  GONE: 503,
}

/**
 * The status of a call that the store could not carry out: 507 (RFC 4918, section 11.5) when the disk
 * is full, 503 when it can't be written now, 500 when it can't be used as it is. Nothing of the call
 * was kept, and the error's message says what to do.
 */
export const statusOfStore = (code: StoreErrorCode): 500 | 503 | 507 => STORE_STATUS[code] ?? 500
