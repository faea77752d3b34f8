import { isTooLongPassword, passwordProblem, usernameProblem } from '#contract/access-rules.ts'
import { auth as texts } from '#contract/codes.ts'
import type { Owner } from '#store/owner.ts'
import type { Principal } from './authenticator.ts'
import {
  type AuthContext,
  type AuthRefusal,
  guess,
  type OpenedSession,
  refusalOf,
} from './login-attempt.ts'
import type { Passwords } from './passwords.ts'
import type { Limiter } from './rate-limiter.ts'

const WRONG: AuthRefusal = { ok: false, ...texts.passwordWrong }

export interface PasswordChangeOptions {
  owner: Owner
  passwords: Passwords
  limiter: Limiter
  now: () => number
  /** Ends everything that the old password has opened. */
  changed(): void
  /** Undefined when it can't be opened; the password is set anyway. */
  openSession(userId: string, context: AuthContext): OpenedSession | undefined
}

export function createPasswordChange(options: PasswordChangeOptions) {
  const { owner, passwords, limiter, now, changed, openSession } = options

  /** Whether somebody must give the current password to set a new one. */
  const needsCurrentPassword = (principal: Principal): boolean =>
    owner.get() !== undefined && principal.byLink !== true

  const refuseWrong = async (current: string, passwordHash: string | null, clientKey: string) => {
    const tooLong = isTooLongPassword(current)
    const guessed = await guess(limiter, clientKey, async () => {
      const fits = await passwords.verifyPassword(
        tooLong ? '' : current,
        passwordHash ?? passwords.nobody,
      )
      return fits && !tooLong ? true : null
    })
    if (guessed.ok) return null
    return guessed.retryAfter === undefined ? WRONG : guessed
  }

  return {
    needsCurrentPassword,

    /**
     * Sets username and password (8 to 1024 characters). If there is a password already, the current
     * one is needed, except after a sign-in link. All sessions end, and a caller with a session gets a
     * fresh one unless that can't be opened; earlier verifications are forgotten.
     *
     * @throws StoreError when it can't be saved; nothing has changed then
     */
    setPassword: async (
      wanted: { username: string; password: string; current?: string | undefined },
      { principal, ...context }: AuthContext & { principal: Principal },
    ): Promise<{ ok: true; session?: OpenedSession } | AuthRefusal> => {
      const { username, password, current } = wanted
      const problem = usernameProblem(username, texts) ?? passwordProblem(password, texts)
      if (problem !== undefined) return { ok: false, ...problem }
      const before = owner.get()
      if (before !== undefined && needsCurrentPassword(principal)) {
        if (current === undefined) return WRONG
        const refusal = await refuseWrong(current, before.passwordHash, context.clientKey)
        if (refusal !== null) return refusal
      }
      let passwordHash: string
      try {
        passwordHash = await passwords.hashPassword(password)
      } catch (error) {
        return refusalOf(error)
      }
      // Someone else was faster: what was checked above is no longer the current password.
      if (owner.get()?.passwordHash !== before?.passwordHash) return WRONG
      owner.set({ username, passwordHash, changedAt: now() })
      changed()
      const session = principal.kind === 'session' ? openSession(username, context) : undefined
      return session === undefined ? { ok: true } : { ok: true, session }
    },
  }
}
