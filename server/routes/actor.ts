import type { Principal } from '../auth/authenticator.ts'

/** Who makes a call, as the audit names them: by the id, which tells an API key from a person. */
export const actorOf = (call: { principal: Principal }): string => call.principal.userId
