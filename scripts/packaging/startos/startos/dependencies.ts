import { sdk } from './sdk'

/** Floe needs relays, and those are anywhere. */
export const setDependencies = sdk.setupDependencies(async () => ({}))
