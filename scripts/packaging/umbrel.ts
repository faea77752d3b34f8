import type { Description } from './description.ts'
import type { PackageFiles } from './package-files.ts'
import { toYaml } from './to-yaml.ts'

const SERVICE = 'server'

/**
 * The package for Umbrel's app store: a folder named after the app.
 *
 * Umbrel's own sign-on stays in front of everything but the paths that ask for an API key. Floe's
 * login is APP_PASSWORD, which Umbrel shows its owner: nobody needs to read a log.
 */
export function umbrelPackage(app: Description, image: string): PackageFiles {
  return new Map([
    ['umbrel-app.yml', toYaml(manifest(app))],
    ['docker-compose.yml', toYaml(compose(app, image))],
    ['exports.sh', exportsScript(app)],
    ['data/.gitkeep', ''],
  ])
}

function manifest({ umbrel, ...app }: Description) {
  return {
    manifestVersion: 1,
    id: app.id,
    storage: { dataRoot: 'data' },
    // A nonce restored after it was used gives the share away: Floe makes new ones.
    backupIgnore: ['data/nonces.db*'],
    category: umbrel.category,
    name: app.name,
    version: app.version,
    tagline: app.tagline,
    description: `${app.about}\n\n${app.firstSteps}\n`,
    releaseNotes: '',
    developer: app.developer,
    website: app.links.website,
    dependencies: [],
    repo: app.links.repo,
    support: app.links.support,
    port: umbrel.port,
    gallery: [],
    path: '',
    defaultUsername: umbrel.username,
    defaultPassword: '',
    deterministicPassword: true,
    submitter: umbrel.submitter,
    submission: umbrel.submission,
  }
}

function compose({ umbrel, ...app }: Description, image: string) {
  return {
    services: {
      app_proxy: {
        environment: {
          APP_HOST: `${app.id}_${SERVICE}_1`,
          APP_PORT: app.port,
          PROXY_AUTH_WHITELIST: umbrel.openPaths.join(','),
        },
      },
      [SERVICE]: {
        image,
        user: app.user,
        init: true,
        restart: 'on-failure',
        stop_grace_period: app.stopGracePeriod,
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        ulimits: { core: 0 },
        environment: {
          BASIC_AUTH_USER: umbrel.username,
          // biome-ignore-start lint/suspicious/noTemplateCurlyInString: Umbrel fills these in
          BASIC_AUTH_PASS: '${APP_PASSWORD}',
          TRUST_PROXY: '${NETWORK_IP}/16',
          ...app.backups,
        },
        volumes: [`\${APP_DATA_DIR}/data:${app.dataMount}`],
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: end of what Umbrel fills in
        healthcheck: { test: ['CMD', ...app.healthCheck], interval: '30s', timeout: '5s' },
      },
    },
  }
}

/** For other apps on the same Umbrel, which reach Floe past the proxy, with an API key. */
function exportsScript({ id, port }: Description): string {
  const prefix = `APP_${id.toUpperCase().replaceAll('-', '_')}`
  return [`export ${prefix}_HOST="${id}_${SERVICE}_1"`, `export ${prefix}_PORT="${port}"`, ''].join(
    '\n',
  )
}
