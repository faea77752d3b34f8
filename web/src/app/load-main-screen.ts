/** The first screen's code: also loaded before it is known that somebody is signed in. */
export const loadMainScreen = () => import('./MainScreen.tsx')
