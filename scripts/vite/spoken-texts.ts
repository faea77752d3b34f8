import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

const root = join(import.meta.dirname, '../..')
const ENGLISH = join(root, 'server/contract')

/** Where tests name the texts that they look for on a page. */
const READERS = ['tests/browser/', 'tests/support/console/']

/** The English module of messages with the sentences that are translated in the place of its own. */
const MIXED = '\0floe:texts:'

/**
 * Gives the browser's tests the console's texts in another language, for what they look for on a page; the server
 * that runs beside them, and the rest of the tests, keep the English ones.
 *
 * @param language one with a folder in web/src/texts
 */
export function spokenTexts(language: string): Plugin {
  const translated = join(root, 'web/src/texts', language)
  if (!existsSync(translated)) throw new Error(`The console does not speak '${language}'`)
  return {
    name: 'floe:spoken-texts',
    enforce: 'pre',
    // Vitest caches a module with the names of the files that it imports, which depend on the language.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(() => language)
    },
    resolveId(source, importer = '') {
      if (!READERS.some((folder) => importer.startsWith(join(root, folder)))) return undefined
      const [, texts] = /\/server\/contract\/texts\/([\w-]+\.ts)$/.exec(source) ?? []
      if (texts !== undefined) {
        const file = join(translated, texts)
        return existsSync(file) ? file : undefined
      }
      const [, messages] = /\/server\/contract\/((?:[\w]+-)?messages\.ts)$/.exec(source) ?? []
      return messages === undefined ? undefined : MIXED + messages
    },
    async load(id) {
      if (!id.startsWith(MIXED)) return undefined
      const file = join(ENGLISH, id.slice(MIXED.length))
      const english = await import(file)
      const sentences = await import(join(translated, 'sentences.ts'))
      const groups = Object.keys(english).map((group) =>
        group in sentences
          ? `export const ${group} = { ...english.${group}, ...sentences.${group} }`
          : `export const { ${group} } = english`,
      )
      return [
        `import * as english from ${JSON.stringify(file)}`,
        `import * as sentences from ${JSON.stringify(join(translated, 'sentences.ts'))}`,
        ...groups,
      ].join('\n')
    },
  }
}
