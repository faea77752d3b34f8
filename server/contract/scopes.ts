/** Each scope includes the ones before it. */
export const scopes = ['read', 'sign', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Whether a scope is, or includes, the one needed. */
export const reaches = (scope: Scope, needed: Scope): boolean =>
  scopes.indexOf(scope) >= scopes.indexOf(needed)
