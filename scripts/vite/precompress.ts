import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pictures and fonts are already compressed. */
const COMPRESSIBLE = /\.(css|html|js|md|svg|webmanifest)$/

/** Smaller than this, a file fits into one packet either way. Bytes. */
const WORTHWHILE = 1_400

/**
 * Puts a `.br` and a `.gz` beside every text file, so that the server sends less without compressing
 * anything itself.
 */
export function precompress(): Plugin {
  return {
    name: 'floe:precompress',
    apply: 'build',
    writeBundle({ dir }) {
      if (dir === undefined) return
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (COMPRESSIBLE.test(name)) compress(join(dir, name))
      }
    },
  }
}

function compress(path: string): void {
  const content = readFileSync(path)
  if (content.length < WORTHWHILE) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
}
