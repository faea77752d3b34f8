import { PassThrough, Readable } from 'node:stream'
import { runCommand } from '#cli/run.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { spawnFloe } from './floe-process.ts'
import type { Scope } from './scope.ts'

/** How a command ended, and what it printed. */
interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a command of `floe` to its end in this process: a process of its own takes 0.8 s of CPU. Use runFloe
 * for what only a process has: signals, exit codes as the shell sees them, the built file.
 */
export async function runHere(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<CommandResult> {
  const said = { stdout: '', stderr: '' }
  const into = (name: keyof typeof said) =>
    new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => {
      said[name] += text
    })
  const streams = { stdout: into('stdout'), stderr: into('stderr') }
  const code = await runCommand(args, {
    ...streams,
    read: (read) => read(environment, false),
    stdin: Object.assign(Readable.from([]), { isTTY: false, setRawMode: () => process.stdin }),
    hashing: CHEAP_HASHING,
  })
  for (const stream of Object.values(streams)) {
    stream.end()
    if (!stream.readableEnded) await new Promise((resolve) => stream.once('end', resolve))
  }
  return { code, ...said }
}

/** Runs a command of the built `floe` to its end, in a process of its own. */
export async function runFloe(
  scope: Scope,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const floe = spawnFloe(scope, environment, args)
  const { code } = await floe.exit
  return { code, stdout: floe.stdout, stderr: floe.stderr }
}
