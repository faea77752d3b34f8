import { ownerWarning, protocolTexts } from '#contract/messages.ts'
import type { Failure } from '../failure.ts'

/** A store's own errors are for the owner, and say what to do. */
const isOfStore = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StoreError'

/** What the owner is told when nonces can't be kept. */
export const notPersistedMessage = (error: unknown): string =>
  isOfStore(error) ? error.message : ownerWarning.noncesFailing

/** What comes of a request that something was thrown in. */
export const thrownFailure = (error: unknown): Failure =>
  isOfStore(error)
    ? { ok: false, reason: error.message, code: 'notPersisted' }
    : { ok: false, reason: protocolTexts.nodeError }
