import { post } from '../../lib/api-client.ts'

/** Ends a session on the server; its event streams close. */
export const logout = (session: string): Promise<unknown> =>
  post('/api/auth/logout', {}, { session })
