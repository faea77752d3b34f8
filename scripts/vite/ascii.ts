import type { Plugin } from 'vite'

/**
 * Writes every non-ASCII character of the bundled code as an escape. V8 keeps a source as long as it
 * runs, in one byte a character if all of them fit, in two if a single one does not.
 */
export function ascii(): Plugin {
  return {
    name: 'floe:ascii',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = escapeOthers(chunk.code)
      }
    },
  }
}

/** In UTF-16 units; a pair stands for one character wherever JavaScript takes escapes. */
const escapeOthers = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
