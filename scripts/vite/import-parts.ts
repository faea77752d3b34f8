import { join } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT_PART = join(import.meta.dirname, '../../web/src/lib/import-part.ts')
/** Vite's function around each `import()` of the page, which gets the list of files that the import needs. */
const HELPER = 'vite/preload-helper.js'

/**
 * Puts `importPart` around each `import()` of the page, in place of what Vite has there. Fails the build where a part
 * has a style sheet of its own, which `importPart` would not show.
 */
export function importParts(): Plugin {
  return {
    name: 'floe:import-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.includes(HELPER)) return undefined
      return `export { importPart as __vitePreload } from ${JSON.stringify(IMPORT_PART)}`
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const isTheirs = Object.values(bundle).some(
          (output) => output.type === 'chunk' && output.code.includes('vite:preloadError'),
        )
        if (isTheirs) throw new Error(`Vite's own helper is no longer called ${HELPER}`)
        const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
        if (styles.length > 1) throw new Error(`A part has a style sheet: ${styles.join(', ')}`)
      },
    },
  }
}
