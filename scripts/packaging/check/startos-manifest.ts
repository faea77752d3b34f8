import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { description } from '../description.ts'
import type { Report } from './rules.ts'
import { type Node, nodesOf, propertyOf, type TypeScriptFile, textsOf } from './typescript-file.ts'

const FIELDS = [
  'id',
  'title',
  'license',
  'packageRepo',
  'upstreamRepo',
  'marketingUrl',
  'donationUrl',
  'docsUrls',
  'description',
  'volumes',
  'images',
  'alerts',
  'dependencies',
]
const ALERTS = ['install', 'update', 'uninstall', 'restore', 'start', 'stop']
const CHARS_MAX = { short: 80, long: 500 }
/** The names that s9pk.mk uses for a manifest's architectures. */
const MAKE_NAMES: Record<string, string> = { x86: 'x86_64', arm: 'aarch64', riscv: 'riscv64' }

type Read = (path: string) => Promise<TypeScriptFile | null>

/** The manifest, its texts, its version, and the Makefile that must agree with it. */
export async function checkStartosManifest(
  folder: string,
  read: Read,
  report: Report,
): Promise<void> {
  const manifest = await read('manifest/index.ts')
  if (manifest !== null) {
    checkFields(manifest, report)
    await checkMakefile(join(folder, 'Makefile'), manifest, report)
  }
  const texts = await read('manifest/i18n.ts')
  if (texts !== null) checkLengths(texts, report)
  const current = await read('versions/current.ts')
  if (current !== null) checkVersion(current, report)
}

const manifestOf = ({ calls }: TypeScriptFile) =>
  calls.find(({ name }) => name === 'setupManifest')?.args[0]

function checkFields(manifest: TypeScriptFile, report: Report): void {
  const object = manifestOf(manifest)
  const missing = FIELDS.filter((field) => propertyOf(object, field) === undefined)
  const alerts = propertyOf(object, 'alerts')
  if (alerts !== undefined) {
    missing.push(...ALERTS.filter((field) => propertyOf(alerts, field) === undefined))
  }
  for (const field of missing) report('startos/field-missing', manifest.at(object), field)
  // s9pk.mk reads the id by awk: the first line with `id:`, split at single quotes.
  const line = manifest.text.split('\n').findIndex((text) => text.includes('id:'))
  const id = manifest.text.split('\n')[line]?.split("'")[1]
  if (id !== description.id) {
    report('startos/id', { file: manifest.file, line: Math.max(line, 0) + 1 }, id)
  }
}

async function checkMakefile(
  file: string,
  manifest: TypeScriptFile,
  report: Report,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return report('any/file-missing', { file })
  if (!/^include .*s9pk\.mk$/m.test(text)) report('startos/makefile', { file })
  const arches = /^ARCHES\s*[:?]?=\s*(.*)$/m.exec(text)?.[1]?.trim().split(/\s+/) ?? []
  const made = arches.map((name) => MAKE_NAMES[name] ?? name).sort()
  const images = propertyOf(manifestOf(manifest), 'images')
  for (const image of nodesOf(images)) {
    const arch = propertyOf(image, 'arch')
    if (arch === undefined) continue
    if (textsOf(arch).sort().join() !== made.join()) {
      report('startos/arch', manifest.at(arch), `the Makefile has ${made.join(', ')}`)
    }
  }
}

function checkLengths(texts: TypeScriptFile, report: Report): void {
  for (const [name, max] of Object.entries(CHARS_MAX)) {
    const declared = nodesOf(texts.program).find(
      (node) => node.type === 'VariableDeclarator' && (node['id'] as Node)['name'] === name,
    )
    const literals = nodesOf(declared).filter(({ type }) => type === 'Literal')
    for (const node of literals) {
      if (String(node['value']).length > max) {
        report('startos/description-length', texts.at(node), `${name} has more than ${max}`)
      }
    }
  }
}

function checkVersion(current: TypeScriptFile, report: Report): void {
  const object = current.calls.find(({ name }) => name === 'of')?.args[0]
  const node = propertyOf(object, 'version')
  const [upstream, downstream, ...rest] = (textsOf(node)[0] ?? '').split(':')
  const isWhole = /^\d+$/.test(downstream ?? '') && rest.length === 0
  if (upstream !== description.version || !isWhole) {
    report('startos/version', current.at(node), `${description.version}:0 is the first`)
  }
}
