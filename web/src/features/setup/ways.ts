import type { FormValues, TextField } from './configure/form.ts'

/** The ways to a keyset. */
export const WAYS = ['create', 'join', 'bring', 'import', 'restore'] as const
export type Way = (typeof WAYS)[number]

/** A text that is carried from one way to another. It is only in memory, because most of it is secret. */
export interface Carried {
  /** A whole key, for Create. */
  secretKey?: string
  /** For Join. */
  invitation?: string
  /** Credentials, as they were pasted, for the form. */
  pasted?: string
  /** What was made on this page, of which this signer's share exists nowhere else yet. */
  made?: Pick<FormValues, TextField>
}
