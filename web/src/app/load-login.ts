/**
 * The login's code. It is also loaded while somebody is signed in, because the server may be
 * away when they log out.
 */
export const loadLoginPage = () => import('./LoginPage.tsx')
