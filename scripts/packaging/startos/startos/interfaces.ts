import { port } from './constants'
import { i18n } from './i18n'
import { sdk } from './sdk'

export const setInterfaces = sdk.setupInterfaces(async ({ effects }) => {
  const host = sdk.MultiHost.of(effects, 'console')
  const origin = await host.bindPort(port, { protocol: 'http' })
  const ui = sdk.createInterface(effects, {
    name: i18n('Console'),
    id: 'console',
    description: i18n('Where you set Floe up and see what it does'),
    type: 'ui',
    masked: false,
    schemeOverride: null,
    username: null,
    path: '',
    query: {},
  })
  return [await origin.export([ui])]
})
