import { randomBytes } from 'node:crypto'

/** A hash that nobody has signed yet. */
export const newHash = (): string => randomBytes(32).toString('hex')
