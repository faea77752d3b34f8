import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const works = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, [...args, 'version']).then(
    () => true,
    () => false,
  )

/** The command for compose files: the newer, else the older; undefined if there is neither. */
export const composeCommand: readonly string[] | undefined = (await works('docker', 'compose'))
  ? ['docker', 'compose']
  : (await works('docker-compose'))
    ? ['docker-compose']
    : undefined
