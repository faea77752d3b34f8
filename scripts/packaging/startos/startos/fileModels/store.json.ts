import { FileHelper, z } from '@start9labs/start-sdk'
import { sdk } from '../sdk'

const shape = z.object({
  /** For the login that StartOS made. */
  password: z.string(),
  /** Opens only Floe's figures, to the health checks. */
  metricsToken: z.string(),
})

export const storeJson = FileHelper.json(
  { base: sdk.volumes.main, subpath: 'startos/store.json' },
  shape,
)
