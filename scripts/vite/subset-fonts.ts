import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

export interface SubsetFontsOptions {
  /** The style sheet with nothing but the faces. */
  styleSheet: string
  /** The OpenType features that the pages use. */
  features: readonly string[]
}

/**
 * Cuts each font of a style sheet down to the characters of its face's `unicode-range` and the weights of
 * its `font-weight`. A face must have both; its `url` is the font's path in node_modules.
 */
export function subsetFonts({ styleSheet, features }: SubsetFontsOptions): Plugin {
  let folder = ''
  return {
    name: 'floe:subset-fonts',
    enforce: 'pre',
    configResolved({ cacheDir }) {
      folder = join(cacheDir, 'fonts')
    },
    async transform(css, id) {
      if (!id.endsWith(styleSheet)) return null
      mkdirSync(folder, { recursive: true })
      const require = createRequire(id)
      let code = css
      for (const face of css.match(/@font-face \{[^}]*\}/g) ?? []) {
        const [, from = ''] = /url\("([^"]+)"\)/.exec(face) ?? []
        const to = join(folder, basename(from))
        const font = readFileSync(require.resolve(from))
        writeFileSync(to, await cut(font, face, features))
        code = code.replace(from, to)
      }
      return code
    },
  }
}

function cut(font: Buffer, face: string, features: readonly string[]): Promise<Buffer> {
  const [, range = ''] = /unicode-range:([^;]*)/.exec(face) ?? []
  const [, least = '', most = least] = /font-weight: (\d+)(?: (\d+))?/.exec(face) ?? []
  const [min, max] = [Number(least), Number(most)]
  return subsetFont(font, charactersOf(range), {
    targetFormat: 'woff2',
    keepFeatures: [...features],
    variationAxes: { wght: min === max ? min : { min, max } },
  })
}

/** The characters of a `unicode-range`. */
function charactersOf(range: string): string {
  let characters = ''
  for (const [, first = '', last = first] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    const end = Number.parseInt(last, 16)
    for (let point = Number.parseInt(first, 16); point <= end; point += 1) {
      characters += String.fromCodePoint(point)
    }
  }
  return characters
}
