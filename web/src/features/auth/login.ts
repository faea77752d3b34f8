import type { LoginAnswer, LoginRequest } from '#contract/auth.ts'
import { post } from '../../lib/api-client.ts'

/** Signs in; the caller keeps the session in the answer. */
export const login = (credentials: LoginRequest): Promise<LoginAnswer> =>
  post('/api/auth/login', credentials, { isLogin: true })
