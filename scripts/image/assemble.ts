// node scripts/image/assemble.ts FOLDER: what the image carries, out of a built tree: the server, the
// console, the one package that is not bundled, the licences, and the bill of materials.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** better-sqlite3 without its sources and the binaries of other platforms: 2 MB of 27. */
function copyDatabaseDriver(folder: string): void {
  const from = join(root, 'node_modules/better-sqlite3')
  const to = join(folder, 'node_modules/better-sqlite3')
  for (const path of ['package.json', 'LICENSE', 'lib']) {
    cpSync(join(from, path), join(to, path), { recursive: true })
  }
  // Asked of the package itself: what it says here is what it will look for there.
  const binding = createRequire(import.meta.url)(join(from, 'lib/binding.js'))
  const binary: string | null = binding.getPrebuildPath()
  if (binary === null) {
    throw new Error(`better-sqlite3 has no binary for ${process.platform}-${process.arch}`)
  }
  cpSync(binary, join(to, 'prebuilds', basename(binary)))
}

function assemble(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of ['dist/server', 'dist/web', 'LICENSE']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  // What runs the server's files as modules; the name and version are for people.
  const { name, version, license, type } = JSON.parse(read('package.json'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license, type }))
  copyDatabaseDriver(folder)
  const bill = billOfMaterials({
    product: { name, version, license },
    lock: JSON.parse(read('package-lock.json')),
    licenceLists: [read('dist/server/licenses.md'), read('dist/web/licenses.md')],
    unbundled: ['better-sqlite3'],
  })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node scripts/image/assemble.ts FOLDER')
assemble(folder)
