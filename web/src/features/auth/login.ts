import type { LoginAnswer, LoginRequest } from '../../../../server/contract/auth.ts'
import { post } from '../../lib/api-client.ts'

/** Signs in; whoever calls keeps the session that is answered. */
export const login = (credentials: LoginRequest): Promise<LoginAnswer> =>
  post('/api/auth/login', credentials, { isLogin: true })
