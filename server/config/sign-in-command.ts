import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SignInLinkFrom } from '#contract/auth.ts'
import { DEFAULT_PORT } from './limits.ts'
import type { ConfigReader } from './reader.ts'

/** What this process can see of where it runs. */
export interface Surroundings {
  /** The folder of this code: of its source, or of the build. */
  program: string
  /** The working directory. */
  folder: string
  home: string
  /** The mounts of this process, as Linux lists them; empty elsewhere. */
  mounts: string
}

/** Where the image has its program; `floe` is on the path there. */
const IN_IMAGE = '/app/dist/server'
/** Docker and Podman both mount files of their own out of a folder that is named after the container. */
const CONTAINER = /\/(overlay-)?containers\/([0-9a-f]{64})\//

/**
 * How a sign-in link is made on this very installation: what its package says (SIGN_IN_COMMAND,
 * SIGN_IN_ACTION), or a command that works from any folder of the machine.
 */
export function readSignInLink(
  { text, isGiven }: Pick<ConfigReader, 'text' | 'isGiven'>,
  around: Surroundings = ofThisProcess(),
): SignInLinkFrom {
  const action = text('SIGN_IN_ACTION')
  if (action !== undefined) return { by: 'action', text: action }
  const given = text('SIGN_IN_COMMAND')
  if (given !== undefined) return { by: 'command', text: given }
  const { program, folder, home, mounts } = around
  if (program === IN_IMAGE) {
    const [, kind, id] = CONTAINER.exec(mounts) ?? []
    if (id === undefined) return { by: 'command', text: 'floe sign-in-link' }
    const engine = kind === undefined ? 'docker' : 'podman'
    return { by: 'command', text: `${engine} exec ${id.slice(0, 12)} floe sign-in-link` }
  }
  const root = resolve(program, '../..')
  const dataDir = resolve(folder, text('DATA_DIR') ?? 'data')
  const path = (name: string) => shellPath(resolve(folder, name), home)
  const port = text('HOST_PORT')
  const keyFile = text('SECRET_KEY_FILE')
  const variables = [
    // The command runs in the folder of the program, not in that of this process.
    ...(dataDir === join(root, 'data') ? [] : [`DATA_DIR=${path(dataDir)}`]),
    ...(port === undefined || port === String(DEFAULT_PORT) ? [] : [`HOST_PORT=${quoted(port)}`]),
    ...(keyFile === undefined ? [] : [`SECRET_KEY_FILE=${path(keyFile)}`]),
    ...(keyFile === undefined && isGiven('SECRET_KEY') ? ["SECRET_KEY='…'"] : []),
  ]
  const command = `npm --prefix ${path(root)} run --silent floe sign-in-link`
  return { by: 'command', text: [...variables, command].join(' ') }
}

const ofThisProcess = (): Surroundings => ({
  program: import.meta.dirname,
  folder: process.cwd(),
  home: homedir(),
  mounts: mounts(),
})

function mounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/** A path as a shell reads it. The home folder is a tilde, which does not tell whose home it is. */
function shellPath(path: string, home: string): string {
  if (path === home) return '~'
  return home !== '/' && path.startsWith(`${home}/`)
    ? `~/${quoted(path.slice(home.length + 1))}`
    : quoted(path)
}

const quoted = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
