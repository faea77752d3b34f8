// node scripts/image/assemble.ts FOLDER: collects what the image contains from a built tree: the
// server, the console, the packages that are not bundled, the licences, and the bill of materials.

import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'

const root = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/**
 * The packages that are not bundled because they load a file of their own at run time, and the parts
 * of each needed then: 3 MB of 33.
 */
function unbundledPackages(): Record<string, string[]> {
  return {
    'better-sqlite3': ['lib', databaseBinary()],
    'tiny-secp256k1': ['lib/cjs', 'lib/secp256k1.wasm'],
    'uint8array-tools': ['src/cjs'],
    ...curveAddon(),
  }
}

function databaseBinary(): string {
  // The package itself names its binary, so it will find the same file in the image.
  const folder = packageFolder('better-sqlite3')
  const binary: string | null = require(join(folder, 'lib/binding.js')).getPrebuildPath()
  if (binary === null) {
    throw new Error(`better-sqlite3 has no binary for ${process.platform}-${process.arch}`)
  }
  return relative(folder, binary)
}

/** Empty if there is no binary for this machine: the server then does without. */
function curveAddon(): Record<string, string[]> {
  const folder = packageFolder('secp256k1')
  try {
    const binary: string = require('node-gyp-build').path(folder)
    return {
      secp256k1: ['bindings.js', 'lib', relative(folder, binary)],
      'node-gyp-build': ['index.js', 'node-gyp-build.js'],
    }
  } catch {
    return {}
  }
}

const packageFolder = (name: string): string => realpathSync(join(root, 'node_modules', name))

function copyPackage(name: string, paths: readonly string[], folder: string): void {
  const from = packageFolder(name)
  for (const path of ['package.json', 'LICENSE', ...paths]) {
    const source = join(from, path)
    const filter = (file: string) => !file.endsWith('.d.ts')
    cpSync(source, join(folder, 'node_modules', name, path), { recursive: true, filter })
  }
}

function assemble(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of ['dist/server', 'dist/web', 'LICENSE']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  // Makes Node run the server's files as modules; name and version are for people.
  const { name, version, license, type } = JSON.parse(read('package.json'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license, type }))
  const packages = unbundledPackages()
  for (const [name, paths] of Object.entries(packages)) copyPackage(name, paths, folder)
  const bill = billOfMaterials({
    product: { name, version, license },
    lock: JSON.parse(read('package-lock.json')),
    licenceLists: [read('dist/server/licenses.md'), read('dist/web/licenses.md')],
    unbundled: Object.keys(packages),
  })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node scripts/image/assemble.ts FOLDER')
assemble(folder)
