import { spawnSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkImages, type ImageOptions } from './image.ts'
import type { Report } from './rules.ts'
import { fieldsOf, isFields, listOf, readYaml, type YamlFile } from './yaml-file.ts'

const REQUIRED = ['id', 'main', 'index', 'port_map', 'icon', 'title', 'category', 'version']
const RECOMMENDED = ['tagline', 'description', 'author', 'developer', 'architectures']
const CATEGORIES = [
  'Media',
  'Productivity',
  'Home',
  'Networking',
  'AI',
  'Finance',
  'Social',
  'Developer',
  'Others',
]
const LOCALIZED = ['title', 'tagline', 'description']
const PICTURES = ['icon.png', 'screenshot-1.png']

export interface CasaosOptions extends ImageOptions {
  /** Docker Compose: the program and the arguments before its own. Undefined: it checks nothing. */
  composeCommand: readonly [program: string, ...args: string[]] | undefined
}

/** Checks each app's folder below `folder`. */
export async function checkCasaos(
  folder: string,
  options: CasaosOptions,
  report: Report,
): Promise<void> {
  const apps = await readdir(folder).catch((): string[] => [])
  if (apps.length === 0) report('any/package-missing', { file: folder })
  for (const app of apps) {
    for (const picture of PICTURES) {
      const file = join(folder, app, picture)
      await stat(file).catch(() => report('any/file-missing', { file }))
    }
    const compose = await readYaml(join(folder, app, 'docker-compose.yml'), report)
    if (compose === null) continue
    checkImages(compose, 'casaos', options, report)
    checkStoreFields(compose, report)
    checkEntrance(compose, report)
    if (options.composeCommand) runCompose(compose.file, options.composeCommand, report)
  }
}

function checkStoreFields(compose: YamlFile, report: Report): void {
  const fields = fieldsOf(compose.content['x-casaos'])
  const at = (name: string) => compose.at(['x-casaos', name])
  for (const name of REQUIRED) {
    if (fields[name] === undefined) report('casaos/field-missing', at(name), name)
  }
  for (const name of RECOMMENDED) {
    if (fields[name] === undefined) report('casaos/field-recommended', at(name), name)
  }
  if (!/^[a-z\d_-]+(\.[a-z\d_-]+)+$/i.test(String(fields['id']))) {
    report('casaos/id-form', at('id'))
  }
  if (!CATEGORIES.includes(String(fields['category']))) report('casaos/category', at('category'))
  for (const name of LOCALIZED.filter((field) => fields[field] !== undefined)) {
    const isLocalized = isFields(fields[name]) && typeof fields[name]['en_US'] === 'string'
    if (!isLocalized) report('casaos/localized', at(name), name)
  }
}

/** The address that the dashboard's tile opens. */
function checkEntrance(compose: YamlFile, report: Report): void {
  const { main, port_map: port } = fieldsOf(compose.content['x-casaos'])
  const service = fieldsOf(compose.content['services'])[String(main)]
  if (service === undefined) {
    report('casaos/main-service', compose.at(['x-casaos', 'main']))
    return
  }
  const published = listOf(fieldsOf(service)['ports']).map((entry) =>
    isFields(entry) ? String(entry['published']) : String(entry).split(':').at(-2),
  )
  if (typeof port !== 'string' || !published.includes(port)) {
    report('casaos/port-map', compose.at(['x-casaos', 'port_map']))
  }
}

function runCompose(
  file: string,
  [program, ...args]: NonNullable<CasaosOptions['composeCommand']>,
  report: Report,
): void {
  const isHere = spawnSync(program, [...args, 'version']).status === 0
  if (!isHere) {
    report('casaos/compose-unchecked', { file })
    return
  }
  const { status, stderr } = spawnSync(program, [...args, '-f', file, 'config', '-q'], {
    encoding: 'utf8',
  })
  if (status !== 0) report('casaos/compose-config', { file }, stderr.trim().split('\n').at(-1))
}
