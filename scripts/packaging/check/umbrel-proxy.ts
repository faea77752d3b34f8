import { description } from '../description.ts'
import type { Report } from './rules.ts'
import { environmentOf, fieldsOf, type YamlFile } from './yaml-file.ts'

const ENVIRONMENT = ['services', 'app_proxy', 'environment']

/** Umbrel's proxy: it leads to the app, keeps its sign-on, and leaves only a little open. */
export function checkProxy(compose: YamlFile, id: string, report: Report): void {
  const services = fieldsOf(compose.content['services'])
  if (services['app_proxy'] === undefined) {
    report('umbrel/proxy-missing', compose.at(['services']))
    return
  }
  const environment = environmentOf(fieldsOf(services['app_proxy']))
  const at = (name: string) => compose.at([...ENVIRONMENT, name])
  const hosts = Object.keys(services)
    .filter((name) => name !== 'app_proxy')
    .map((name) => `${id}_${name}_1`)
  if (!hosts.includes(String(environment['APP_HOST']))) {
    report('umbrel/proxy-host', at('APP_HOST'), `one of ${hosts.join(', ')}`)
  }
  if (Number(environment['APP_PORT']) !== description.port) {
    report('umbrel/proxy-port', at('APP_PORT'), String(description.port))
  }
  if (String(environment['PROXY_AUTH_ADD'] ?? 'true') === 'false') {
    report('umbrel/proxy-sign-on', at('PROXY_AUTH_ADD'))
  }
  for (const path of String(environment['PROXY_AUTH_WHITELIST'] ?? '').split(',')) {
    if (isBroad(path.trim())) report('umbrel/proxy-whitelist', at('PROXY_AUTH_WHITELIST'), path)
  }
}

/** A wildcard may cover one call of a resource, but never a whole API. */
const isBroad = (path: string): boolean =>
  path.includes('*') && !/^\/[^*/]+\/[^*/]+\/\*$/.test(path)
