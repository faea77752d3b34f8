import { utils } from '@start9labs/start-sdk'
import { dataMount } from './constants'
import { sdk } from './sdk'

/** 32 letters and digits: 190 bits. */
export const createSecret = (): string =>
  utils.getDefaultString({ charset: 'a-z,A-Z,0-9', len: 32 })

export const mounts = () =>
  sdk.Mounts.of().mountVolume({
    volumeId: 'main',
    subpath: null,
    mountpoint: dataMount,
    readonly: false,
  })
