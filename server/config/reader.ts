import { readFileSync } from 'node:fs'
import { Secret } from '../secret.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads environment variables, and collects what is wrong with them. */
export interface ConfigReader {
  /** Trimmed; an empty variable counts as not set. */
  text(name: string): string | undefined
  /**
   * The same, without the quotes and the comment that some readers of .env files pass on
   * (`SESSION_TIMEOUT=3600 # an hour`); warns about them once. Not for values that may contain a #.
   */
  plain(name: string): string | undefined
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

export function createConfigReader(environment: Environment): ConfigReader {
  const problems: string[] = []
  const notices: string[] = []
  const text = (name: string) => environment[name]?.trim() || undefined
  const plain = (name: string) => {
    const given = text(name)
    const value = given === undefined ? undefined : withoutTrimmings(given)
    const notice = `${name}: the quotes or the comment around its value are ignored: write ${name}=${value}`
    if (value !== given && !notices.includes(notice)) notices.push(notice)
    return value || undefined
  }
  return {
    text,
    plain,
    secret: (name) => {
      const value = readSecret(name, text, problems)
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

function withoutTrimmings(value: string): string {
  const comment = value.search(/\s#/)
  const bare = (comment === -1 ? value : value.slice(0, comment)).trim()
  const quote = bare[0]
  const isQuoted = bare.length > 1 && (quote === '"' || quote === "'") && bare.endsWith(quote)
  return isQuoted ? bare.slice(1, -1).trim() : bare
}

function readSecret(
  name: string,
  text: (name: string) => string | undefined,
  problems: string[],
): string | undefined {
  const file = text(`${name}_FILE`)
  const value = text(name)
  if (file === undefined) return value
  if (value !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: remove one of them`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
    problems.push(`${name}_FILE names an empty file`)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    // Without its value: somebody who mixes the two up has put the secret itself there.
    problems.push(`${name}_FILE must name a file that can be read (${code})`)
  }
  return undefined
}
