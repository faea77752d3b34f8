import { readFileSync } from 'node:fs'
import { decodeText } from '#lib/text-of-file.ts'
import type { Environment } from './reader.ts'

/** What reading a secret needs of the reader of all variables. */
export interface SecretReaderOptions {
  environment: Environment
  text(name: string): string | undefined
  path(name: string): string | undefined
  /** Without quotes around it, which is said of `name`; undefined: nothing is left. */
  unquoted(name: string, value: string): string | undefined
  say(notice: string): void
  problems: string[]
}

/** Reads NAME, or the file that NAME_FILE names; no words about it hold any of it. */
export function createSecretReader(
  options: SecretReaderOptions,
): (name: string) => string | undefined {
  const { environment, text, path, unquoted, say, problems } = options

  /** As it was meant: without the line's end, and without spaces or quotes around it, which is said. */
  const meant = (name: string, value: string): string | undefined => {
    const bare = value.trim()
    if (bare !== '' && bare !== withoutLineEnds(value))
      say(`${name}: the spaces around its value are ignored`)
    return unquoted(name, bare)
  }

  const ofFile = (name: string, file: string): string | undefined => {
    const bytes = readBytes(name, file)
    if (bytes === undefined) return undefined
    const decoded = decodeText(bytes)
    if (decoded === null) {
      problems.push(`${name} names a file that is no text in UTF-8: save it as such`)
      return undefined
    }
    if (decoded.isUtf16) say(`${name} is in UTF-16, and read as such: UTF-8 is expected`)
    const value = meant(name, decoded.text)
    if (value === undefined) problems.push(`${name} names an empty file`)
    return value
  }

  const readBytes = (name: string, file: string): Buffer | undefined => {
    try {
      return readFileSync(file)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
      // Without its value: somebody who mixes the two up has put the secret itself there.
      problems.push(`${name} must name a file that can be read (${code})`)
      return undefined
    }
  }

  return (name) => {
    const given = environment[name] ?? ''
    const isGiven = given.trim() !== ''
    const filed = `${name}_FILE`
    if (text(filed) === undefined) return isGiven ? meant(name, given) : undefined
    if (isGiven) {
      problems.push(`${name} and ${filed} are both set: remove one of them`)
      return undefined
    }
    const file = path(filed)
    return file === undefined ? undefined : ofFile(filed, file)
  }
}

/** By hand: a regular expression would start at every line's end, which takes quadratic time. */
function withoutLineEnds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}
