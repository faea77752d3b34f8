import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Scope, temporaryFolder } from '../../support/scope.ts'
import { composeCommand } from './compose.ts'
import type { Ended } from './docker.ts'

/** A `docker` whose `compose` runs Debian's older docker-compose, which does the same. */
const DOCKER = `#!/bin/sh
PATH=\${PATH#*:}
if [ "\${1:-}" = compose ]; then shift; exec docker-compose "$@"; fi
exec docker "$@"
`
/** A `sudo` that only runs the command: CI is root and has no sudo. */
const SUDO = '#!/bin/sh\nexec "$@"\n'

/** Variables of the test run and of npm, which a person's terminal doesn't have. */
const OURS = /^(FLOE_|VITEST|npm_(?!config_)|NODE_(?!EXTRA_CA_CERTS)|CI$)/

/** Types lines into a shell, on a terminal, in a folder. */
export type Terminal = (lines: string) => Promise<Ended>

/**
 * A terminal for the commands of the documents, which are run unchanged.
 *
 * @param folder its working directory
 * @param environment variables besides those of a person's terminal
 */
export function openTerminal(
  scope: Scope,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Terminal {
  const programs = temporaryFolder(scope)
  writeFileSync(join(programs, 'sudo'), SUDO, { mode: 0o755 })
  if (composeCommand?.[0] === 'docker-compose') {
    writeFileSync(join(programs, 'docker'), DOCKER, { mode: 0o755 })
  }
  const others = Object.entries(process.env).filter(([name]) => !OURS.test(name))
  const { PATH = process.env['PATH'], ...more } = environment
  const env = { ...Object.fromEntries(others), ...more, PATH: `${programs}:${PATH}` }
  return (lines) =>
    new Promise((resolve) => {
      const script = join(programs, 'lines.sh')
      writeFileSync(script, lines)
      // `docker exec` without -T needs a terminal.
      const args = ['-qec', `bash -eu '${script}'`, '/dev/null']
      execFile('script', args, { cwd: folder, env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        resolve({ code, stdout, stderr })
      }).stdin?.end()
    })
}
