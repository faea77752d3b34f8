import type { CasaosOptions } from '../check/casaos.ts'
import type { RuleId } from '../check/rules.ts'
import { DIGEST_PLACEHOLDER, description } from '../description.ts'
import { add, type Break, copy, inTurn, remove, replace } from './broken.ts'

/** One way to break a rule, and where the finding must point. */
export interface Case {
  breaks: Break
  /** Relative to the packages' folder. */
  file: string
  /** A text in the line; without it, the finding is about the file, at line 1. */
  line?: string | RegExp
  options?: Partial<CasaosOptions>
}

const UMBREL = 'umbrel/floe'
const MANIFEST = `${UMBREL}/umbrel-app.yml`
const COMPOSE = `${UMBREL}/docker-compose.yml`
const EXPORTS = `${UMBREL}/exports.sh`
const STARTOS = 'startos/startos'
const CASAOS = 'casaos/Floe/docker-compose.yml'
const MOUNT = /\$\{APP_DATA_DIR\}\/data:\/data/

const manifest = (text: string | RegExp, by: string, line: Case['line'] = by): Case => ({
  breaks: replace(MANIFEST, text, by),
  file: MANIFEST,
  line,
})
const compose = (text: string | RegExp, by: string, line: Case['line'] = by.trim()): Case => ({
  breaks: replace(COMPOSE, text, by),
  file: COMPOSE,
  line,
})
/** Puts something into Umbrel's service, before `init`. */
const service = (lines: string, line: string = lines): Case =>
  compose('    init: true', `    ${lines}\n    init: true`, line)
const source = (path: string, text: string | RegExp, by: string, line?: Case['line']): Case => ({
  breaks: replace(`${STARTOS}/${path}`, text, by),
  file: `${STARTOS}/${path}`,
  ...(line === undefined ? {} : { line }),
})
const casaos = (text: string | RegExp, by: string, line: Case['line'] = by.trim()): Case => ({
  breaks: replace(CASAOS, text, by),
  file: CASAOS,
  line,
})
const nothing: Break = async () => {}

/** Every rule has one, as the type demands. */
export const cases: Record<RuleId, Case> = {
  'any/package-missing': { breaks: remove('startos'), file: 'startos' },
  'any/file-missing': { breaks: remove(EXPORTS), file: EXPORTS },
  'any/yaml-invalid': manifest('category: social', 'category: [social', 'name: Floe'),
  'any/image-unpinned': compose(/@sha256:[0-9a-f]+/, '', 'image: ghcr.io'),
  'any/image-placeholder': compose(/sha256:[0-9a-f]+/, DIGEST_PLACEHOLDER, 'image: ghcr.io'),
  'any/image-build': service('build: .'),
  'any/image-index': {
    breaks: nothing,
    file: COMPOSE,
    line: 'image: ghcr.io',
    options: { index: { digest: 'sha256:another', platforms: ['linux/amd64', 'linux/arm64'] } },
  },
  'any/image-platforms': {
    breaks: nothing,
    file: COMPOSE,
    line: 'image: ghcr.io',
    options: { release: true },
  },

  'umbrel/id-form': manifest('id: floe', 'id: Floe_App'),
  'umbrel/id-folder': manifest('id: floe', 'id: other'),
  'umbrel/field-missing': manifest(/^developer: .*\n/m, '', 'manifestVersion'),
  'umbrel/new-app': manifest('gallery: []', 'gallery:\n  - 1.png', '1.png'),
  'umbrel/default-login': manifest('defaultUsername: umbrel', 'defaultUsername: admin'),
  'umbrel/deterministic-password': manifest(
    'deterministicPassword: true',
    'deterministicPassword: false',
  ),
  'umbrel/category': manifest('category: social', 'category: nostr'),
  'umbrel/port-reserved': manifest('port: 8802', 'port: 2000'),
  'umbrel/port-taken': {
    breaks: inTurn(
      copy(UMBREL, 'umbrel/other'),
      replace('umbrel/other/umbrel-app.yml', 'id: floe', 'id: other'),
      replace('umbrel/other/docker-compose.yml', 'floe_server_1', 'other_server_1'),
    ),
    file: 'umbrel/other/umbrel-app.yml',
    line: 'port: 8802',
  },
  'umbrel/exports-shell': {
    breaks: replace(EXPORTS, /$/, 'test -d data || exit 1\n'),
    file: EXPORTS,
    line: 'exit 1',
  },
  'umbrel/hook-executable': {
    breaks: add(`${UMBREL}/hooks/pre-start`, '#!/bin/sh\n'),
    file: `${UMBREL}/hooks/pre-start`,
    line: '#!',
  },
  'umbrel/bind-uncommitted': compose(MOUNT, '$${APP_DATA_DIR}/keys:/data', '/keys'),
  'umbrel/bind-bare': compose(MOUNT, '$${APP_DATA_DIR}:/data', ':/data'),
  'umbrel/bind-outside': compose(MOUNT, '/home:/data', '/home'),
  'umbrel/volume-long': compose(
    /- \$\{APP_DATA_DIR\}.*/,
    '- type: bind\n        source: /x\n        target: /data',
    'type: bind',
  ),
  'umbrel/volume-named': compose(MOUNT, 'data:/data', 'data:/data'),
  'umbrel/docker-socket': compose(MOUNT, '/var/run/docker.sock:/sock', 'docker.sock'),
  'umbrel/proxy-missing': compose('app_proxy:', 'proxy:', 'proxy:'),
  'umbrel/proxy-host': compose('APP_HOST: floe_server_1', 'APP_HOST: server'),
  'umbrel/proxy-port': compose('APP_PORT: 8002', 'APP_PORT: 80'),
  'umbrel/proxy-sign-on': compose(
    'APP_PORT: 8002',
    'APP_PORT: 8002\n      PROXY_AUTH_ADD: "false"',
    'PROXY_AUTH_ADD',
  ),
  'umbrel/proxy-whitelist': compose(
    /PROXY_AUTH_WHITELIST: .*/,
    'PROXY_AUTH_WHITELIST: /api/*',
    'PROXY_AUTH_WHITELIST',
  ),
  'umbrel/depends-unhealthy': compose(
    '    init: true',
    '    init: true\n    depends_on:\n      db:\n        condition: service_healthy',
    'condition: service_healthy',
  ),
  'umbrel/port-implicit': service('ports: ["9735"]'),
  'umbrel/image-latest': compose(`floe:${description.version}@`, 'floe:latest@', 'floe:latest'),
  'umbrel/restart': compose('restart: on-failure', 'restart: always'),
  'umbrel/container-name': service('container_name: floe'),
  'umbrel/networks': service('networks: [default]'),
  'umbrel/privileged': service('privileged: true'),
  'umbrel/host-network': service('network_mode: host'),
  'umbrel/cap-add': service('cap_add: [NET_ADMIN]'),
  'umbrel/user': compose('user: 1000:1000', 'user: root'),
  'umbrel/stop-grace': compose('stop_grace_period: 30s', 'stop_grace_period: 5s'),
  'umbrel/backup-nonces': manifest('data/nonces.db*', 'data/nonces.db'),
  'umbrel/derived-key': compose(
    'BASIC_AUTH_USER: umbrel',
    'BASIC_AUTH_USER: umbrel\n      SHARE_CRED: $${APP_SEED}',
    'SHARE_CRED',
  ),

  'startos/source-invalid': source('main.ts', 'export const main', 'export const const', 'const'),
  'startos/id': source('manifest/index.ts', "id: 'floe'", 'id: "floe"', 'id:'),
  'startos/field-missing': source(
    'manifest/index.ts',
    /^ {2}donationUrl.*\n/m,
    '',
    'setupManifest({',
  ),
  'startos/description-length': source(
    'manifest/i18n.ts',
    'Holds one share',
    `Holds ${'really '.repeat(10)}one share`,
    'really',
  ),
  'startos/version': source('versions/current.ts', /'\d+\.\d+\.\d+:0'/, "'9.9.9'", '9.9.9'),
  'startos/arch': source(
    'manifest/index.ts',
    "arch: ['x86_64', 'aarch64']",
    "arch: ['x86_64']",
    'arch:',
  ),
  'startos/makefile': {
    breaks: replace('startos/Makefile', /^include/m, '# include'),
    file: 'startos/Makefile',
  },
  'startos/icon-size': {
    breaks: add('startos/icon.png', new Uint8Array(40 * 1024 + 1)),
    file: 'startos/icon.png',
  },
  'startos/assets-empty': { breaks: remove('startos/assets/README.md'), file: 'startos/assets' },
  'startos/license': {
    breaks: replace('startos/LICENSE', 'MIT', 'Some'),
    file: 'startos/LICENSE',
  },
  'startos/daemon-ready': source(
    'main.ts',
    "ready: { display: i18n('Relays')",
    "steady: { display: i18n('Relays')",
    'addHealthCheck',
  ),
  'startos/health-checks': source('main.ts', "addHealthCheck('relays'", "addHealthCheck('other'"),
  'startos/actions': {
    breaks: remove(`${STARTOS}/actions/resetPassword.ts`),
    file: `${STARTOS}/actions`,
  },
  'startos/critical-task': {
    breaks: replace(`${STARTOS}/init/firstSetUp.ts`, "'critical'", "'optional'"),
    file: `${STARTOS}/init`,
  },
  'startos/backups': source('backups.ts', "'*-shm'", "'*.tmp'", 'ofVolumes'),
  'startos/backup-nonces': source('backups.ts', "'nonces.db*'", "'nonces.db'", 'ofVolumes'),

  'casaos/field-missing': casaos('  index: /\n', '', 'id: org'),
  'casaos/field-recommended': casaos(/^ {2}author: .*\n/m, '', 'id: org'),
  'casaos/id-form': casaos('id: org.floe-signer.floe', 'id: floe'),
  'casaos/main-service': casaos('main: floe', 'main: web'),
  'casaos/port-map': casaos('port_map: "8002"', 'port_map: 8002'),
  'casaos/localized': casaos('title:\n    en_US: Floe', 'title: Floe', 'title: Floe'),
  'casaos/category': casaos('category: Social', 'category: Nostr'),
  'casaos/image-latest': casaos(`floe:${description.version}@`, 'floe:latest@', 'floe:latest'),
  'casaos/compose-config': {
    breaks: nothing,
    file: CASAOS,
    line: 'name: floe',
    options: { composeCommand: ['sh', '-c', '[ "$0" = version ]'] },
  },
  'casaos/compose-unchecked': {
    breaks: nothing,
    file: CASAOS,
    line: 'name: floe',
    options: { composeCommand: ['false'] },
  },
}
