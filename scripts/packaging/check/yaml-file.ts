import { readFile } from 'node:fs/promises'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Report } from './rules.ts'

export type Path = readonly (string | number)[]
export type Fields = Record<string, unknown>

export interface YamlFile {
  file: string
  content: Fields
  /** The position of something; for something missing, that of its nearest parent. */
  at(path: Path): { file: string; line: number }
}

/** Reads a YAML file; returns null, with a finding, when it is missing or not a mapping. */
export async function readYaml(file: string, report: Report): Promise<YamlFile | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    report('any/file-missing', { file })
    return null
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  const content: unknown = error === undefined ? document.toJS() : null
  if (!isFields(content)) {
    report('any/yaml-invalid', { file, line: error?.linePos?.[0].line ?? 1 }, error?.code)
    return null
  }
  const lineAt = (path: Path): number => {
    const node = document.getIn(path, true)
    if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line
    return path.length === 0 ? 1 : lineAt(path.slice(0, -1))
  }
  return { file, content, at: (path) => ({ file, line: lineAt(path) }) }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A service's environment, which Compose takes as a mapping or as a list of NAME=value. */
export function environmentOf(service: Fields): Fields {
  const { environment } = service
  if (!Array.isArray(environment)) return fieldsOf(environment)
  return Object.fromEntries(
    environment.map((entry) => {
      const [name = '', ...value] = String(entry).split('=')
      return [name, value.join('=')]
    }),
  )
}
