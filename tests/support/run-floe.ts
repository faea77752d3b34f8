import { spawnFloe } from './floe-process.ts'
import type { Scope } from './scope.ts'

/** Runs a command of `floe` to its end. */
export async function runFloe(
  scope: Scope,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const floe = spawnFloe(scope, environment, args)
  const { code } = await floe.exit
  return { code, stdout: floe.stdout, stderr: floe.stderr }
}
