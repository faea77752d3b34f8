import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Measures the JavaScript needed before a page shows anything: the entry and what it imports
 * statically, each file gzipped. Prints the figure, and fails the build above the budget.
 *
 * @param budget bytes
 */
export function initialBudget(budget: number): Plugin {
  return {
    name: 'floe:initial-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = initialChunks(bundle).map(({ fileName, code }) => ({
        fileName,
        bytes: gzipSync(code, { level: 9 }).length,
      }))
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const figure = `initial JavaScript: ${kilobytes(total)} of ${kilobytes(budget)}, gzipped`
      if (total > budget) {
        const list = files.map(({ fileName, bytes }) => `\n  ${kilobytes(bytes)}  ${fileName}`)
        this.error(`Too much ${figure}. Load what is rarely needed lazily.${list.join('')}`)
      }
      console.log(figure)
    },
  }
}

/** The entries of a bundle and everything that they import statically. */
function initialChunks(bundle: Bundle): Chunk[] {
  const reached = new Map<string, Chunk>()
  const reach = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || reached.has(fileName)) return
    reached.set(fileName, chunk)
    chunk.imports.forEach(reach)
  }
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.isEntry) reach(output.fileName)
  }
  return [...reached.values()]
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
