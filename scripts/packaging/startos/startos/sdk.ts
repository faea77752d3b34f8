import { StartSdk } from '@start9labs/start-sdk'
import { manifest } from './manifest'

/** Knows the manifest: everything else takes the SDK from here. */
export const sdk = StartSdk.of().withManifest(manifest).build(true)
