import { readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import type { Report } from './rules.ts'

/** A node of the tree, as far as we look at it. */
export interface Node {
  type: string
  start: number
  [field: string]: unknown
}

export interface TypeScriptFile {
  file: string
  text: string
  program: Node
  /** Every call, by the last part of the called expression; `node` is that part. */
  calls: readonly { name: string; args: readonly Node[]; node: Node }[]
  at(node: Node | undefined): { file: string; line: number }
}

/** Reads a TypeScript file; returns null, with a finding, when it is missing or can't be parsed. */
export async function readTypeScript(file: string, report: Report): Promise<TypeScriptFile | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    report('any/file-missing', { file })
    return null
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) {
    report('startos/source-invalid', { file, line: lineAt(error.labels[0]?.start ?? 0) })
    return null
  }
  const calls = nodesOf(program)
    .filter(({ type }) => type === 'CallExpression')
    .map((call) => {
      const callee = call['callee'] as Node
      const node = (callee['property'] ?? callee) as Node
      return { name: String(node['name']), args: call['arguments'] as Node[], node }
    })
  return {
    file,
    text,
    program: program as unknown as Node,
    calls,
    at: (node) => ({ file, line: lineAt(node?.start ?? 0) }),
  }
}

/** A node and all below it. */
export function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(nodesOf)
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below
}

/** The value of a property of an object literal. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  const properties = object?.type === 'ObjectExpression' ? (object['properties'] as Node[]) : []
  const found = properties.find((property) => {
    const name = property['key'] as Node | undefined
    return (name?.['name'] ?? name?.['value']) === key
  })
  return found?.['value'] as Node | undefined
}

/** Every string literal in a node. */
export const textsOf = (node: unknown): string[] =>
  nodesOf(node)
    .filter(({ type, value }) => type === 'Literal' && typeof value === 'string')
    .map(({ value }) => String(value))
