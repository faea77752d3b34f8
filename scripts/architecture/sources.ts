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
  /** Imports that climb three folders or more, as it writes them. */
  climbing: readonly string[]
  /** Names that it declares: constants, variables, functions, classes, types. */
  declared: readonly string[]
  /** Constants of the module that it changes later. */
  state: readonly string[]
  /** It waits for something at its top level. */
  awaits: boolean
}

const ROOT = join(import.meta.dirname, '../..')
const IMPORT =
  /^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm
const DECLARED =
  /^[ \t]*(?:export )?(?:default )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
/** A collection at the top level of a module. Not a WeakMap or a WeakSet: what it holds belongs to the keys' owner. */
const COLLECTION = /^(?:export )?const (\w+)(?::[^=]+?)? = (?:new (?:Map|Set)\b|\[|\{)/gm
const CHANGE = /\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\(/.source
const ASSIGNMENT = /(?:\.\w+|\[[^\]]*\])\s*(?:[-+*/|&?]{0,2}=(?!=)|\+\+|--)/.source
const TOP_AWAIT = /^(?!.*\basync\b)(?:await\b|(?:export )?(?:const|let)\b.*\bawait\b)/m
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
    climbing: named.filter((name) => name.startsWith('../../..')),
    declared: [...text.matchAll(DECLARED)].flatMap(([, name]) => name ?? []),
    state: [...text.matchAll(COLLECTION)]
      .flatMap(([, name]) => name ?? [])
      .filter((name) => new RegExp(`(?<![\\w.])${name}(?:${CHANGE}|${ASSIGNMENT})`).test(text)),
    awaits: TOP_AWAIT.test(text),
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
    if (lowest === at) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }
  for (const { path } of sources) if (!order.has(path)) visit(path)
  return circles
}
