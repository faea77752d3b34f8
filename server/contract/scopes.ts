/** Each scope holds the ones before it. */
export const scopes = ['read', 'sign', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Whether a scope is, or holds, the one that is needed. */
export const reaches = (scope: Scope, needed: Scope): boolean =>
  scopes.indexOf(scope) >= scopes.indexOf(needed)
