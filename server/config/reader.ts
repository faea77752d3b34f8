import { Secret } from '#lib/secret.ts'
import { createSecretReader } from './secret-reader.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads environment variables, and collects what is wrong with them. */
export interface ConfigReader {
  /**
   * Trimmed, and without the quotes around it that `docker run --env-file` passes on; an empty variable
   * counts as not set.
   */
  text(name: string): string | undefined
  /**
   * The same, without the quotes and the comment that some readers of .env files pass on
   * (`SESSION_TIMEOUT=3600 # an hour`); warns about them once. Not for values that may contain a #.
   */
  plain(name: string): string | undefined
  /** The entries of a list, with semicolons between them read as commas. */
  list(name: string): string | undefined
  /** A path; one that only a shell can read is a problem. */
  path(name: string): string | undefined
  /** The variable, or the content of the file that NAME_FILE names. */
  secret(name: string): Secret | undefined
  /** Whether a secret is given in either way, readable or not. */
  isGiven(name: string): boolean
  /** true, 1, yes; false, 0, no. */
  flag(name: string, fallback: boolean): boolean
  count(name: string, bounds: { fallback: number; min: number; max: number }): number
  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T
  /** The problems that keep the server from starting, each with what to do; never a secret. */
  readonly problems: string[]
  /** Warnings for the owner. */
  readonly notices: string[]
}

const TRUE = ['true', '1', 'yes']
const FALSE = ['false', '0', 'no']

/** What only a shell makes a path of: a home folder, a variable. */
const OF_A_SHELL = /^~|\$\{?\w|%\w+%/

export function createConfigReader(given: Environment): ConfigReader {
  const problems: string[] = []
  const notices: string[] = []
  const say = (notice: string) => {
    if (!notices.includes(notice)) notices.push(notice)
  }
  const environment = withoutMarks(given, say)
  const raw = (name: string) => environment[name]?.trim() || undefined
  const unquoted = (name: string, value: string) => {
    const bare = withoutQuotes(value)
    if (bare !== value) say(`${name}: the quotes around its value are ignored`)
    return bare || undefined
  }
  const text = (name: string) => {
    const value = raw(name)
    return value === undefined ? undefined : unquoted(name, value)
  }
  const plain = (name: string) => {
    const value = raw(name)
    const bare = value === undefined ? undefined : withoutTrimmings(value)
    if (bare !== value) {
      say(`${name}: the quotes or the comment around its value are ignored: write ${name}=${bare}`)
    }
    return bare || undefined
  }
  const list = (name: string) => {
    const value = plain(name)
    if (!value?.includes(';')) return value
    say(`${name}: the semicolons between its entries are read as commas`)
    return value.replaceAll(';', ',')
  }
  const path = (name: string) => {
    const value = text(name)
    if (value === undefined || !OF_A_SHELL.test(value)) return value
    problems.push(
      `${name} must be written out: only a shell knows what ~, $HOME and the like stand for. ` +
        'Write the whole path, such as /home/me/floe',
    )
    return undefined
  }
  const readSecret = createSecretReader({ environment, text, path, unquoted, say, problems })
  return {
    text,
    plain,
    list,
    path,
    secret: (name) => {
      const value = readSecret(name)
      return value === undefined ? undefined : new Secret(value)
    },
    isGiven: (name) => text(name) !== undefined || text(`${name}_FILE`) !== undefined,
    flag: (name, fallback) => {
      const word = plain(name)?.toLowerCase()
      if (word === undefined) return fallback
      if (TRUE.includes(word)) return true
      if (FALSE.includes(word)) return false
      problems.push(`${name} must be true or false, not '${word}'`)
      return fallback
    },
    count: (name, { fallback, min, max }) => {
      const value = plain(name)
      if (value === undefined) return fallback
      const count = Number(value)
      if (/^\d{1,15}$/.test(value) && count >= min && count <= max) return count
      problems.push(`${name} must be a whole number from ${min} to ${max}, not '${value}'`)
      return fallback
    },
    choice: (name, choices, fallback) => {
      const value = plain(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value.toLowerCase())
      if (choice !== undefined) return choice
      problems.push(`${name} must be one of ${choices.join(', ')}, not '${value}'`)
      return fallback
    },
    problems,
    notices,
  }
}

/** A byte order mark at the start of a file of variables makes the first name another one. */
function withoutMarks(given: Environment, say: (notice: string) => void): Environment {
  const marked = Object.keys(given).filter((known) => known.startsWith('\uFEFF'))
  if (marked.length === 0) return given
  const environment = { ...given }
  for (const name of marked) {
    const meant = name.slice(1)
    environment[meant] ??= given[name]
    say(`The byte order mark before ${meant} is ignored: save the file of variables without one`)
  }
  return environment
}

function withoutTrimmings(value: string): string {
  const comment = value.search(/\s#/)
  return withoutQuotes((comment === -1 ? value : value.slice(0, comment)).trim())
}

/** Without a pair of quotes around it; those of a text that has such quotes inside too are its own. */
function withoutQuotes(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/s.exec(value) ?? []
  return inner === undefined || inner.includes(value[0] ?? '') ? value : inner.trim()
}
