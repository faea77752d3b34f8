import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { onTestFinished } from 'vitest'

/**
 * Builds a site from the given files (path → content) with one plugin.
 *
 * @returns the folder with what was built
 */
export async function buildSite(files: Record<string, string>, plugin: Plugin): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'floe-site-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const pages = Object.keys(files).filter((path) => path.endsWith('.html'))
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: {
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  })
  return join(root, 'dist')
}

/** A page that loads a script. */
export const pageWith = (script: string): string =>
  `<!doctype html><title>Site</title><script type="module" src="/${script}"></script>`

export const PAGE = pageWith('main.js')

/** A statement of some kilobytes that gzip can't make smaller. */
export const noise = (kilobytes: number): string =>
  `console.log('${randomBytes(kilobytes * 750).toString('base64')}')`
