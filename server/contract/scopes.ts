export const scopes = ['read', 'sign', 'approve', 'admin'] as const
/** What a credential may do; `approve`: answer the owner's questions, and nothing else. */
export type Scope = (typeof scopes)[number]

const REACH: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  sign: ['read', 'sign'],
  approve: ['approve'],
  admin: scopes,
}

export const reaches = (scope: Scope, needed: Scope): boolean => REACH[scope].includes(needed)
