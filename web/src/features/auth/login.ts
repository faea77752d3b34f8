import type { LoginAnswer, LoginRequest } from '../../../../server/contract/auth.ts'
import { post } from '../../lib/api-client.ts'

/** Signs in; the answer also sets the session's cookie. */
export const login = (credentials: LoginRequest): Promise<LoginAnswer> =>
  post('/api/auth/login', credentials, { isLogin: true })
