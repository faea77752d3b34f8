import type { ConfirmAnswer, LoginRequest } from '#contract/auth.ts'
import { post } from '../../lib/api-client.ts'

/** The request to confirm who is at the page, made once however many calls wait for it. */
export interface Confirming {
  /** Whether confirmation is being asked for. */
  isAsked(): boolean
  subscribe(listener: () => void): () => void
  /** @returns whether it was confirmed */
  ask(): Promise<boolean>
  settle(confirmed: boolean): void
}

export function createConfirming(): Confirming {
  const listeners = new Set<() => void>()
  let asked: PromiseWithResolvers<boolean> | null = null
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    isAsked: () => asked !== null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask: () => {
      asked ??= Promise.withResolvers()
      notify()
      return asked.promise
    },
    settle: (confirmed) => {
      asked?.resolve(confirmed)
      asked = null
      notify()
    },
  }
}

/** Gives the session's credential again. Throws an ApiError when it is wrong. */
export const confirm = (credentials: LoginRequest): Promise<ConfirmAnswer> =>
  post('/api/auth/confirm', credentials)
