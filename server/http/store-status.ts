import type { StoreErrorCode } from '#store/errors.ts'

/** Errors that pass once the machine is helped, or with time. */
const BY_CODE: Partial<Record<StoreErrorCode, 503 | 507>> = {
  FULL: 507,
  READ_ONLY: 503,
  IO: 503,
  LOCKED: 503,
  GONE: 503,
}

/**
 * The status of a call that the store could not carry out: 507 (RFC 4918, section 11.5) without
 * room, 503 when it can't be written now, 500 when it can't be used as it is. Nothing of the call
 * was kept, and the error's message says what to do.
 */
export const statusOfStore = (code: StoreErrorCode): 500 | 503 | 507 => BY_CODE[code] ?? 500
