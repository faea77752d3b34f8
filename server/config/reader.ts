import { readFileSync } from 'node:fs'
import { Secret } from '#lib/secret.ts'
import { decodeText } from '#lib/text-of-file.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a configuration from this process's environment, which no other file looks at. What to read is a parameter, so
 * that a command loads only the part it needs: a health check is a process of its own, every half minute for years.
 */
export const fromProcess = <Read>(
  read: (environment: Environment, isTerminal: boolean) => Read,
): Read => read(process.env, process.stdout.isTTY === true)

export type ConfigReader = ReturnType<typeof createConfigReader>

const TRUE = ['true', '1', 'yes']
const FALSE = ['false', '0', 'no']

/** A path that only a shell can resolve: `~`, a variable. */
const SHELL_SYNTAX = /^~|\$\{?\w|%\w+%/

/** Reads environment variables, and collects what is wrong with them. */
export function createConfigReader(given: Environment) {
  /** What keeps the server from starting, each with what to do; never a secret. */
  const problems: string[] = []
  /** For the owner. */
  const warnings: string[] = []
  const warn = (warning: string) => {
    if (!warnings.includes(warning)) warnings.push(warning)
  }
  const environment = withoutByteOrderMarks(given, warn)
  /** The variables that were asked for and are given. */
  const names = new Set<string>()
  const raw = (name: string) => {
    const value = environment[name]?.trim() || undefined
    if (value !== undefined) names.add(name)
    return value
  }
  const unquoted = (name: string, value: string) => {
    const bare = withoutQuotes(value)
    if (bare !== value) warn(`${name}: the quotes around its value are ignored`)
    return bare || undefined
  }
  /**
   * Trimmed, and without the quotes around it that `docker run --env-file` passes on; an empty variable
   * counts as not set.
   */
  const text = (name: string) => {
    const value = raw(name)
    return value === undefined ? undefined : unquoted(name, value)
  }
  /**
   * Like `text`, but also without the comment that some readers of .env files pass on
   * (`SESSION_TIMEOUT=3600 # an hour`); warns about it once. Not for values that may contain a #.
   */
  const plain = (name: string) => {
    const value = raw(name)
    const bare = value === undefined ? undefined : withoutComment(value)
    if (bare !== value) {
      warn(`${name}: the quotes or the comment around its value are ignored: write ${name}=${bare}`)
    }
    return bare || undefined
  }
  /** The entries of a list, with semicolons between them read as commas. */
  const list = (name: string) => {
    const value = plain(name)
    if (!value?.includes(';')) return value
    warn(`${name}: the semicolons between its entries are read as commas`)
    return value.replaceAll(';', ',')
  }
  /** A path; one that only a shell can read is a problem. */
  const path = (name: string) => {
    const value = text(name)
    if (value === undefined || !SHELL_SYNTAX.test(value)) return value
    problems.push(
      `${name} must be written out: only a shell knows what ~, $HOME and the like stand for. ` +
        'Write the whole path, such as /home/me/floe',
    )
    return undefined
  }
  /** Without line ends, and without spaces or quotes, which get a warning. No warning quotes the value. */
  const trimmed = (name: string, value: string) => {
    const bare = value.trim()
    if (bare !== '' && bare !== withoutLineEnds(value)) {
      warn(`${name}: the spaces around its value are ignored`)
    }
    return unquoted(name, bare)
  }
  /** The secret in the file that a variable names. No problem quotes the variable: it may be the secret itself. */
  const ofFile = (name: string) => {
    const file = path(name)
    if (file === undefined) return undefined
    let bytes: Buffer
    try {
      bytes = readFileSync(file)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
      problems.push(`${name} must name a file that can be read (${code})`)
      return undefined
    }
    const decoded = decodeText(bytes)
    if (decoded === null) {
      problems.push(`${name} names a file that is no text in UTF-8: save it as such`)
      return undefined
    }
    if (decoded.isUtf16) warn(`${name} is in UTF-16, and read as such: UTF-8 is expected`)
    const value = trimmed(name, decoded.text)
    if (value === undefined) problems.push(`${name} names an empty file`)
    return value
  }
  const readSecret = (name: string) => {
    const isGiven = raw(name) !== undefined
    const filed = `${name}_FILE`
    if (text(filed) === undefined) {
      return isGiven ? trimmed(name, environment[name] ?? '') : undefined
    }
    if (!isGiven) return ofFile(filed)
    problems.push(`${name} and ${filed} are both set: remove one of them`)
    return undefined
  }
  return {
    ...{ text, plain, list, path },
    /** The variable, or the content of the file that NAME_FILE names. */
    secret: (name: string): Secret | undefined => {
      const value = readSecret(name)
      return value === undefined ? undefined : new Secret(value)
    },
    /** Whether a secret is given in either way, readable or not. */
    isGiven: (name: string): boolean =>
      text(name) !== undefined || text(`${name}_FILE`) !== undefined,
    /** true, 1, yes; false, 0, no. */
    flag: (name: string, fallback: boolean): boolean => {
      const word = plain(name)?.toLowerCase()
      if (word === undefined) return fallback
      if (TRUE.includes(word)) return true
      if (FALSE.includes(word)) return false
      problems.push(`${name} must be true or false, not '${word}'`)
      return fallback
    },
    count: (
      name: string,
      { fallback, min, max }: { fallback: number; min: number; max: number },
    ): number => {
      const value = plain(name)
      if (value === undefined) return fallback
      const count = Number(value)
      if (/^\d{1,15}$/.test(value) && count >= min && count <= max) return count
      problems.push(`${name} must be a whole number from ${min} to ${max}, not '${value}'`)
      return fallback
    },
    choice: <const T extends string>(name: string, choices: readonly T[], fallback: T): T => {
      const value = plain(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value.toLowerCase())
      if (choice !== undefined) return choice
      problems.push(`${name} must be one of ${choices.join(', ')}, not '${value}'`)
      return fallback
    },
    ...{ names, problems, warnings },
  }
}

/** A byte order mark at the start of an .env file becomes part of the first variable's name. */
function withoutByteOrderMarks(given: Environment, warn: (warning: string) => void): Environment {
  const marked = Object.keys(given).filter((known) => known.startsWith('\uFEFF'))
  if (marked.length === 0) return given
  const environment = { ...given }
  for (const name of marked) {
    const meant = name.slice(1)
    environment[meant] ??= given[name]
    warn(`The byte order mark before ${meant} is ignored: save the file of variables without one`)
  }
  return environment
}

function withoutComment(value: string): string {
  const comment = value.search(/\s#/)
  return withoutQuotes((comment === -1 ? value : value.slice(0, comment)).trim())
}

/** Removes the surrounding quotes, unless the text contains that quote inside too. */
function withoutQuotes(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/s.exec(value) ?? []
  return inner === undefined || inner.includes(value[0] ?? '') ? value : inner.trim()
}

/** Not by a regular expression: that would take quadratic time. */
function withoutLineEnds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}
