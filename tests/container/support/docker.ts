import { execFile } from 'node:child_process'

/** How a command of Docker ended. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Label of everything that a run makes, with the run's process id: so what a killed run left can be found. */
const LABEL = 'floe-test-run'

/** Variable that passes the run's process id to the processes that it starts. */
const RUN = 'FLOE_TEST_RUN'

/** Makes this process, and those that it starts from now on, one run. @returns the run's id */
export function beginRun(): number {
  process.env[RUN] = String(process.pid)
  return process.pid
}

/** The labels of what this run makes. */
export const labels: Readonly<Record<string, string>> = {
  [LABEL]: process.env[RUN] ?? String(process.pid),
}

/** Runs `docker …` to its end, even if it fails. */
export function tryDocker(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile('docker', args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr: stderr || (code === -1 ? String(error) : '') })
    })
  })
}

/** Runs `docker …`. @returns what it prints @throws Error with its standard error when it fails */
export async function docker(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tryDocker(...args)
  if (code !== 0) throw new Error(`docker ${args[0]}: ${stderr.trim()}`)
  return stdout.trim()
}

/** Whether there is an engine to run containers on. */
export const hasDocker = async (): Promise<boolean> => (await tryDocker('info')).code === 0

/** Removes containers, networks and volumes of this run, and of runs whose process was killed. */
export async function sweep(run: number): Promise<void> {
  const stale = (label: string) => Number(label) === run || !isAlive(Number(label))
  // Containers first: a network or volume can't be removed while a container uses it.
  for (const [list, remove] of [
    [
      ['ps', '-a'],
      ['rm', '-fv'],
    ],
    [
      ['network', 'ls'],
      ['network', 'rm'],
    ],
    [
      ['volume', 'ls'],
      ['volume', 'rm', '-f'],
    ],
  ] as const) {
    const id = list[0] === 'volume' ? '{{.Name}}' : '{{.ID}}'
    const format = `${id} {{.Label "${LABEL}"}}`
    const lines = await docker(...list, '--filter', `label=${LABEL}`, '--format', format)
    const found = lines
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([name, label]) => name && label && stale(label))
    const names = found.map(([name = '']) => name)
    if (names.length > 0) await docker(...remove, ...names)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
