/**
 * The login screen's code; asked for by whoever is signed in too, who may log out of a server that
 * is away by then.
 */
export const loadLoginScreen = () => import('../features/auth/LoginScreen.tsx')
