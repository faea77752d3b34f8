import { FileHelper, z } from '@start9labs/start-sdk'
import { sdk } from '../sdk'

const shape = z.object({
  /** Of the login that StartOS made. */
  password: z.string(),
  /** Opens Floe's figures to the health checks, and nothing else. */
  metricsToken: z.string(),
})

export const storeJson = FileHelper.json(
  { base: sdk.volumes.main, subpath: 'startos/store.json' },
  shape,
)
