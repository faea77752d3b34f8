import type { Principal } from '#auth/authenticator.ts'
import { keyThatOpened } from '#auth/opened-by.ts'
import type { Caller } from '#contract/rules.ts'

/** Who makes a call, as the audit names them: by the id, which tells an API key from a person. */
export const actorOf = (call: { principal: Principal }): string => call.principal.userId

/**
 * Who makes a call, as the judge knows them. A session that was opened with an API key is that key still:
 * otherwise signing in would be the way around its rules.
 */
export function callerOf({ principal }: { principal: Principal }): Caller {
  const { keyId, openedBy, userId } = principal
  const key = keyId ?? (openedBy && keyThatOpened(openedBy))
  return key ? { door: 'program', id: key } : { door: 'owner', id: userId }
}
