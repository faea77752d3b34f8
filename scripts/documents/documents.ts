import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n')

/** Every Markdown file of the repository, from its root. */
export const documents = tracked.filter(
  (path) => path.endsWith('.md') && existsSync(join(ROOT, path)),
)

/** @param path from the repository's root */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** A document without its blocks of code. */
export const prose = (path: string): string => read(path).replaceAll(/^```[\s\S]*?^```$/gm, '')
