import { post } from '../../lib/api-client.ts'

/** Ends the session on the server; its event streams close. */
export const logout = (): Promise<unknown> => post('/api/auth/logout', {})
