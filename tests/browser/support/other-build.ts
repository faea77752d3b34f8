import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE } from '../../support/console/console.ts'
import { type Scope, temporaryFolder } from '../../support/scope.ts'

/** Between a file's name and its ending: eight characters of base64url. */
const HASH = /-([\w-]{8})(?=\.(?:js|css|woff2)\b)/g

/** The built console as in the next release: every file with a hash has another name. */
export function otherBuild(scope: Scope): string {
  const folder = join(temporaryFolder(scope), 'web')
  cpSync(CONSOLE, folder, { recursive: true })
  const renamed = (text: string) =>
    text.replace(HASH, (_, hash: string) => `-${[...hash].reverse().join('')}`)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (/\.(br|gz)$/.test(name)) {
      // Compressed before the names in it changed.
      rmSync(path)
      continue
    }
    if (/\.(js|css|html)$/.test(name)) writeFileSync(path, renamed(readFileSync(path, 'utf8')))
    if (renamed(path) !== path) renameSync(path, renamed(path))
  }
  return folder
}
