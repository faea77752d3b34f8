/** The list of relays: behind a press on the first screen, which has it before that, if there is time. */
export const loadRelayManager = () => import('./RelayManager.tsx')
