import type { Description } from './description.ts'
import type { PackageFiles } from './package-files.ts'
import { toYaml } from './to-yaml.ts'

const LOCALE = 'en_US'
const text = (words: string) => ({ [LOCALE]: words })

const LOGIN = {
  BASIC_AUTH_USER: 'The name you will sign in with',
  BASIC_AUTH_PASS: 'The password you will sign in with, at least 8 characters',
}

const BEFORE_INSTALL =
  'Fill in BASIC_AUTH_USER and BASIC_AUTH_PASS in the form: they are your login. Without them, ' +
  "run `floe sign-in-link` in the app's terminal after the install; the link signs you in once " +
  'and lets you choose a login.'

/**
 * The package for the CasaOS and ZimaOS store: a folder with a compose file, in which `x-casaos` holds
 * what the store shows.
 *
 * CasaOS makes the data folder as root, so the image starts as root there, gives the folder to the
 * image's own user and goes on as that user, with no capabilities left. It does not use CasaOS's
 * $PUID: if that were root's, Floe would stay root.
 */
export function casaosPackage(
  app: Description,
  image: string,
  pictures: { icon: Uint8Array; screenshot: Uint8Array },
): PackageFiles {
  return new Map<string, string | Uint8Array>([
    ['docker-compose.yml', toYaml({ ...compose(app, image), 'x-casaos': store(app) })],
    ['icon.png', pictures.icon],
    ['screenshot-1.png', pictures.screenshot],
  ])
}

function compose(app: Description, image: string) {
  const [uid = '', gid = ''] = app.user.split(':')
  return {
    name: app.id,
    services: {
      [app.id]: {
        image,
        container_name: app.id,
        user: '0:0',
        init: true,
        restart: 'unless-stopped',
        stop_grace_period: app.stopGracePeriod,
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        // The capabilities that the start needs before it drops them all.
        cap_add: ['CHOWN', 'DAC_READ_SEARCH', 'SETGID', 'SETUID'],
        security_opt: ['no-new-privileges:true'],
        ulimits: { core: 0 },
        ports: [{ target: app.port, published: String(app.port), protocol: 'tcp' }],
        environment: {
          PUID: uid,
          PGID: gid,
          TZ: '$TZ',
          BASIC_AUTH_USER: '',
          BASIC_AUTH_PASS: '',
          ...app.backups,
        },
        volumes: [{ type: 'bind', source: '/DATA/AppData/$AppID/data', target: app.dataMount }],
        healthcheck: { test: ['CMD', ...app.healthCheck], interval: '30s', timeout: '5s' },
        'x-casaos': {
          envs: Object.entries(LOGIN).map(([container, words]) => ({
            container,
            description: text(words),
          })),
        },
      },
    },
  }
}

function store({ casaos, links, ...app }: Description) {
  return {
    id: casaos.id,
    main: app.id,
    index: '/',
    port_map: String(app.port),
    scheme: 'http',
    title: text(app.name),
    icon: links.icon,
    screenshot_link: ['screenshot-1.png'],
    tagline: text(app.tagline),
    description: text(`${app.about}\n\n${app.firstSteps}`),
    tips: { before_install: text(BEFORE_INSTALL) },
    author: app.developer,
    developer: app.developer,
    category: casaos.category,
    architectures: [...app.architectures],
    version: app.version,
    website: links.website,
    repo: links.repo,
    support: links.support,
    docs: links.docs,
  }
}
