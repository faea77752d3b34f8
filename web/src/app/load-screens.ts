/**
 * The login's code. It is also loaded while somebody is signed in, because the server may be
 * away when they log out.
 */
export const loadLoginPage = () => import('./LoginPage.tsx')

/** The menu's code: behind a press, but there before that, if there is time. */
export const loadIdentityMenu = () => import('./IdentityMenu.tsx')
