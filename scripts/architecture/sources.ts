import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A file of the product: no test, and nothing that only tests use. */
export interface Source {
  /** From the repository's root, with `/`. */
  path: string
  lines: number
  /** Files of this repository that it imports, types too. */
  imports: readonly string[]
  /** Packages and Node's modules that it imports, as it names them. */
  packages: readonly string[]
}

const ROOT = join(import.meta.dirname, '../..')
const IMPORT =
  /^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm
const TEST = /\.test\.tsx?$|\/testing\//

/** Every source file below these folders, as git has them or would add them. */
export function readSources(folders: readonly string[]): Source[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders]
  const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  return [...new Set(files)]
    .filter((path) => /\.tsx?$/.test(path) && !TEST.test(path) && existsSync(join(ROOT, path)))
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')))
}

export function readSource(path: string, text: string): Source {
  const named = [...text.matchAll(IMPORT)].flatMap(
    ([, from, bare, lazy]) => from ?? bare ?? lazy ?? [],
  )
  const isOurs = (name: string) => name.startsWith('.') || name.startsWith('#')
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: named.filter(isOurs).map((name) => resolve(path, name)),
    packages: named.filter((name) => !isOurs(name)),
  }
}

/** The file that an import names: `#` stands for server/, as package.json says. */
function resolve(path: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(path), name))
  const folder = /^#(tests|scripts|relay-fixture)\//.exec(name)?.[1]
  if (folder !== undefined) return name.slice(1)
  return name.startsWith('#web/') ? `web/src/${name.slice(5)}` : `server/${name.slice(1)}`
}

/** Groups of files that import each other in a circle, each sorted. Tarjan's algorithm. */
export function circlesOf(sources: readonly Source[]): string[][] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    const at = order.size
    order.set(path, at)
    let lowest = at
    stack.push(path)
    for (const next of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(next)) continue
      if (!order.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? lowest)
    }
    low.set(path, lowest)
    if (lowest === at) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }
  for (const { path } of sources) if (!order.has(path)) visit(path)
  return circles
}
