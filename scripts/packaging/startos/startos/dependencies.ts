import { sdk } from './sdk'

/** Floe needs relays, but those can be anywhere. */
export const setDependencies = sdk.setupDependencies(async () => ({}))
