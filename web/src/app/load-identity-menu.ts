/** The menu's code: behind a press, but there before that, if there is time. */
export const loadIdentityMenu = () => import('./IdentityMenu.tsx')
