import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from './rules.ts'
import { environmentOf, type Fields, fieldsOf, listOf, type YamlFile } from './yaml-file.ts'

const APP_DATA = /^\$\{?APP_DATA_DIR\}?(?:\/(.*))?$/
const STOP_TAKES_S = 10
const PRIVATE_KEYS = ['SHARE_CRED', 'GROUP_CRED']
const DERIVED = /APP_SEED|APP_PASSWORD|derive_entropy/

/** One container of the app. */
export async function checkService(
  compose: YamlFile,
  name: string,
  folder: string,
  report: Report,
): Promise<void> {
  const services = fieldsOf(compose.content['services'])
  const service = fieldsOf(services[name])
  const at = (...path: (string | number)[]) => compose.at(['services', name, ...path])
  await checkVolumes(service, folder, at, report)
  checkPrivileges(service, at, report)
  checkDependencies(service, services, at, report)
  for (const [index, port] of listOf(service['ports']).entries()) {
    if (!/^(?:[\d.]+:)?\d+:\d+(?:\/(?:tcp|udp))?$/.test(String(port))) {
      report('umbrel/port-implicit', at('ports', index))
    }
  }
  if (service['restart'] !== 'on-failure') report('umbrel/restart', at('restart'))
  if (service['container_name'] !== undefined) report('umbrel/container-name', at('container_name'))
  if (service['networks'] !== undefined) report('umbrel/networks', at('networks'))
  if (service['user'] !== '1000:1000') report('umbrel/user', at('user'))
  const grace = /^(\d+)s$/.exec(String(service['stop_grace_period']))?.[1]
  if (!(Number(grace) > STOP_TAKES_S)) report('umbrel/stop-grace', at('stop_grace_period'))
  const environment = environmentOf(service)
  for (const key of PRIVATE_KEYS) {
    if (DERIVED.test(String(environment[key]))) {
      report('umbrel/derived-key', at('environment', key), key)
    }
  }
}

type At = (...path: (string | number)[]) => { file: string; line: number }

async function checkVolumes(
  service: Fields,
  folder: string,
  at: At,
  report: Report,
): Promise<void> {
  for (const [index, volume] of listOf(service['volumes']).entries()) {
    const here = at('volumes', index)
    if (typeof volume !== 'string') {
      report('umbrel/volume-long', here)
      continue
    }
    const [source = ''] = volume.split(':')
    const below = APP_DATA.exec(source)
    if (/docker\.sock/.test(volume)) report('umbrel/docker-socket', here)
    else if (!/[/$.]/.test(source)) report('umbrel/volume-named', here, source)
    else if (below === null) report('umbrel/bind-outside', here, source)
    else if ((below[1] ?? '') === '') report('umbrel/bind-bare', here)
    else if (!(await exists(join(folder, below[1] ?? '')))) {
      report('umbrel/bind-uncommitted', here, source)
    }
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

function checkPrivileges(service: Fields, at: At, report: Report): void {
  if (service['privileged'] === true) report('umbrel/privileged', at('privileged'))
  if (service['network_mode'] === 'host') report('umbrel/host-network', at('network_mode'))
  if (service['cap_add'] !== undefined) report('umbrel/cap-add', at('cap_add'))
}

function checkDependencies(service: Fields, services: Fields, at: At, report: Report): void {
  for (const [name, dependency] of Object.entries(fieldsOf(service['depends_on']))) {
    const waitsForHealth = fieldsOf(dependency)['condition'] === 'service_healthy'
    if (waitsForHealth && fieldsOf(services[name])['healthcheck'] === undefined) {
      report('umbrel/depends-unhealthy', at('depends_on', name), name)
    }
  }
}
