import type { Report } from './rules.ts'
import { environmentOf, fieldsOf, listOf, type YamlFile } from './yaml-file.ts'

const FIELDS = [
  'manifestVersion',
  'id',
  'category',
  'name',
  'version',
  'tagline',
  'description',
  'releaseNotes',
  'developer',
  'website',
  'dependencies',
  'repo',
  'support',
  'port',
  'gallery',
  'path',
  'defaultUsername',
  'defaultPassword',
  'submitter',
  'submission',
]
const CATEGORIES = [
  'ai',
  'automation',
  'bitcoin',
  'crypto',
  'developer',
  'files',
  'finance',
  'media',
  'networking',
  'social',
]
const RESERVED_PORTS = [80, 443, 2000]
/** Below the app's folder, where the compose file mounts Floe's. */
const NONCES = 'data/nonces.db*'

/** umbrel-app.yml, and what it promises about the compose file. */
export function checkUmbrelManifest(
  manifest: YamlFile,
  compose: YamlFile,
  folder: string,
  report: Report,
): void {
  const { content } = manifest
  for (const field of FIELDS) {
    if (content[field] === undefined || content[field] === null) {
      report('umbrel/field-missing', manifest.at([]), field)
    }
  }
  const id = String(content['id'])
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) report('umbrel/id-form', manifest.at(['id']), id)
  if (id !== folder) report('umbrel/id-folder', manifest.at(['id']), `not ${folder}`)
  if (!CATEGORIES.includes(String(content['category']))) {
    report('umbrel/category', manifest.at(['category']))
  }
  if (RESERVED_PORTS.includes(Number(content['port']))) {
    report('umbrel/port-reserved', manifest.at(['port']))
  }
  if (!listOf(content['backupIgnore']).includes(NONCES)) {
    report('umbrel/backup-nonces', manifest.at(['backupIgnore']), NONCES)
  }
  checkNewApp(manifest, report)
  checkLogin(manifest, compose, report)
}

function checkNewApp(manifest: YamlFile, report: Report): void {
  const { releaseNotes, gallery, icon } = manifest.content
  if (releaseNotes !== '') report('umbrel/new-app', manifest.at(['releaseNotes']), 'releaseNotes')
  if (!Array.isArray(gallery) || gallery.length > 0) {
    report('umbrel/new-app', manifest.at(['gallery']), 'gallery')
  }
  if (icon !== undefined) report('umbrel/new-app', manifest.at(['icon']), 'icon')
}

/** The login that Umbrel shows must be the one that the container gets. */
function checkLogin(manifest: YamlFile, compose: YamlFile, report: Report): void {
  const { defaultUsername, defaultPassword, deterministicPassword } = manifest.content
  const given = Object.values(fieldsOf(compose.content['services'])).flatMap((service) =>
    Object.values(environmentOf(fieldsOf(service))),
  )
  for (const [field, value] of Object.entries({ defaultUsername, defaultPassword })) {
    if (typeof value === 'string' && value !== '' && !given.includes(value)) {
      report('umbrel/default-login', manifest.at([field]), field)
    }
  }
  const isDerived = given.some((value) => /\$\{?APP_PASSWORD\b/.test(String(value)))
  if (isDerived !== (deterministicPassword === true)) {
    report('umbrel/deterministic-password', manifest.at(['deterministicPassword']))
  }
}
