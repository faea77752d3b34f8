import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export interface LicencesOptions {
  /** From the build's folder: what Vite wrote about the code that it bundled. */
  bundled: string
  /** The packages that are part of the whole without being bundled: fonts, and what loads a binary. */
  others: readonly string[]
  /** The file that gets all of the licences. */
  to: string
  /** The root of the repository. */
  root: string
}

/** Writes the licences of all that a build contains, each from its package's own file. */
export function licences({ bundled, others, to, root }: LicencesOptions): Plugin {
  return {
    name: 'floe:licences',
    apply: 'build',
    writeBundle: {
      handler({ dir = root }) {
        const parts = [readFileSync(join(dir, bundled), 'utf8').trimEnd()]
        for (const name of others) parts.push(licenceOf(name, join(root, 'node_modules', name)))
        writeFileSync(to, `${parts.join('\n\n')}\n`)
      },
    },
  }
}

/** Puts our own licence beside the page. */
export function floeLicence(file: string): Plugin {
  return {
    name: 'floe:own-licence',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'LICENSE.md', source: readFileSync(file, 'utf8') })
    },
  }
}

/** In the form of Vite's own. */
function licenceOf(name: string, folder: string): string {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  if (file === undefined) {
    throw new Error(`The package ${name} has no licence file`)
  }
  const text = readFileSync(join(folder, file), 'utf8').trim()
  return `## ${name} - ${version} (${license})\n\n${text}`
}
