import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Description, IMAGE } from './description.ts'
import type { PackageFiles } from './package-files.ts'

/** The package's own sources: everything that does not depend on the description. */
const SOURCES = join(import.meta.dirname, 'startos')

const SDK = '2.0.9'
const ARCHITECTURES: Record<Description['architectures'][number], string> = {
  amd64: 'x86_64',
  arm64: 'aarch64',
}
const MADE = '// Made by `npm run packages` in the repository of Floe: change it there.\n'

/** A JavaScript literal; the manifest's id must be in single quotes for s9pk.mk. */
const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)

/**
 * The package for StartOS 0.4: a TypeScript project on Start9's SDK, which `make` turns into an
 * s9pk. The image is named by its tag: the s9pk holds the image itself.
 */
export async function startosPackage(
  app: Description,
  files: { icon: Uint8Array; license: Uint8Array },
): Promise<PackageFiles> {
  const sources = await readdir(SOURCES, { recursive: true, withFileTypes: true })
  const paths = sources
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const copies = paths.map(async (path) => [path, await readFile(join(SOURCES, path))] as const)
  return new Map<string, string | Uint8Array>([
    ...(await Promise.all(copies)),
    ['icon.png', files.icon],
    ['LICENSE', files.license],
    ['package.json', packageJson(app)],
    ['startos/constants.ts', constants(app)],
    ['startos/manifest/index.ts', manifest(app)],
    ['startos/manifest/i18n.ts', texts(app)],
    ['startos/versions/current.ts', currentVersion(app)],
  ])
}

function packageJson({ id, license }: Description): string {
  const content = {
    name: `${id}-startos`,
    private: true,
    license,
    scripts: {
      build: 'rm -rf ./javascript && ncc build startos/index.ts -o ./javascript',
      check: 'tsc --noEmit',
    },
    dependencies: { '@start9labs/start-sdk': SDK },
    devDependencies: { '@types/node': '^24.0.0', '@vercel/ncc': '^0.38.0', typescript: '^6.0.3' },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

const constants = ({ id, startos, ...app }: Description): string => `${MADE}
export const imageId = ${literal(id)}
export const port = ${app.port}
export const dataMount = ${literal(app.dataMount)}
export const user = ${literal(app.user)}
/** Of the login that StartOS makes. */
export const username = ${literal(startos.username)}
export const environment = ${literal(app.backups)}
`

const manifest = ({ id, links, ...app }: Description): string => `${MADE}
import { setupManifest } from '@start9labs/start-sdk'

export const manifest = setupManifest({
  id: ${literal(id)},
  title: ${literal(app.name)},
  license: ${literal(app.license)},
  packageRepo: ${literal(links.repo)},
  upstreamRepo: ${literal(links.repo)},
  marketingUrl: ${literal(links.website)},
  donationUrl: null,
  docsUrls: [${literal(links.docs)}],
  description: { short, long },
  volumes: ['main'],
  images: {
    ${literal(id)}: {
      source: { dockerTag: ${literal(`${IMAGE}:${app.version}`)} },
      arch: [${app.architectures.map((name) => literal(ARCHITECTURES[name])).join(', ')}],
    },
  },
  alerts: {
    install: null,
    update: null,
    uninstall: ${literal(UNINSTALL)},
    restore: ${literal(RESTORE)},
    start: null,
    stop: null,
  },
  dependencies: {},
})
`

const UNINSTALL =
  'This deletes the share that Floe holds. Have a backup, or be sure that the other share holders can do without it.'
const RESTORE =
  'Turn the old server off first: two signers with the same share undo each other’s work.'

const texts = ({ tagline, about }: Description): string => `${MADE}
export const short = { en_US: ${literal(tagline)} }

export const long = {
  en_US: ${literal(about)},
}
`

const currentVersion = ({ version, startos, links }: Description): string => `${MADE}
import { IMPOSSIBLE, VersionInfo } from '@start9labs/start-sdk'

export const current = VersionInfo.of({
  version: ${literal(`${version}:${startos.revision}`)},
  releaseNotes: { en_US: ${literal(`${links.repo}/releases/tag/v${version}`)} },
  // A newer Floe's database is refused by an older one, untouched.
  migrations: { up: async () => {}, down: IMPOSSIBLE },
})
`
