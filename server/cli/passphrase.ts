import { readFileSync } from 'node:fs'
import { backupOutput as texts } from '#contract/messages.ts'
import { passphraseProblem } from '#contract/passphrases.ts'
import type { Secret } from '#lib/secret.ts'
import { StoreError } from '#store/errors.ts'
import { type CommandIo, UsageError } from './command.ts'

export interface PassphraseSource {
  /** --passphrase-file. */
  file: string | undefined
  /** BACKUP_PASSPHRASE, or what BACKUP_PASSPHRASE_FILE names. */
  configured: Secret | undefined
}

/** For every command that takes a passphrase. It is never an argument, which everyone on the machine can read. */
export const PASSPHRASE_HELP = `  The passphrase is read from --passphrase-file PATH (its first line), or from BACKUP_PASSPHRASE or
  the file that BACKUP_PASSPHRASE_FILE names, or it is asked for on the terminal.
`

/**
 * A passphrase for a new back-up, asked for twice on a terminal.
 *
 * @throws StoreError NO_PASSPHRASE when nobody gives one; UsageError when it is too short
 */
export async function newPassphrase(io: CommandIo, source: PassphraseSource): Promise<string> {
  const given = fixed(source) ?? (await promptTwice(io))
  if (given === undefined) throw new StoreError('NO_PASSPHRASE', texts.passphraseMissing)
  const problem = passphraseProblem(given)
  if (problem !== undefined) throw new UsageError(problem)
  return given
}

/** The passphrase of an existing back-up; undefined when nobody gives one. */
export const knownPassphrase = async (
  io: CommandIo,
  source: PassphraseSource,
): Promise<string | undefined> => fixed(source) ?? (await prompt(io, 'Passphrase of the back-up: '))

const fixed = ({ file, configured }: PassphraseSource): string | undefined =>
  file === undefined ? configured?.reveal() : firstLineOf(file, '--passphrase-file')

/** The first line of a file that an option names. @throws UsageError when it can't be read */
export const firstLineOf = (file: string | number, option: string): string =>
  textOf(file, option).split(/\r?\n/)[0] ?? ''

/** The text of a file that an option names. @throws UsageError when it can't be read */
export function textOf(file: string | number, option: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${option} must name a file that can be read (${code})`)
  }
}

async function promptTwice(io: CommandIo): Promise<string | undefined> {
  const first = await prompt(io, 'Passphrase for the key in the back-up: ')
  if (first === undefined) return undefined
  const second = await prompt(io, 'The same passphrase again: ')
  if (first !== second) throw new UsageError('the two passphrases differ')
  return first
}

const ENTER = ['\r', '\n']
const INTERRUPT = '\u0003'
const END = '\u0004'
const BACKSPACE = ['\u007f', '\b']

/** Asks on the terminal, without echo; undefined when there is no terminal. */
export async function prompt(
  { stdin, stderr }: CommandIo,
  question: string,
): Promise<string | undefined> {
  if (!stdin.isTTY) return undefined
  // Before asking, so that echo is already off for whatever is typed or pasted in answer.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr.write(question)
  const typed: string[] = []
  try {
    for await (const text of stdin.iterator({ destroyOnReturn: false })) {
      for (const character of String(text)) {
        if (ENTER.includes(character)) return typed.join('')
        if (character === INTERRUPT || character === END) throw new UsageError('cancelled')
        if (BACKSPACE.includes(character)) typed.pop()
        else typed.push(character)
      }
    }
    return undefined
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
