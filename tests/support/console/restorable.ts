import type { ApiServer } from '../api-server.ts'
import type { Scope } from '../scope.ts'
import { type ConsoleOptions, floeAgain, startConsole } from './console.ts'

/** A server that starts anew in this process once a restore is decided, as `floe serve` does in its own. */
export async function startRestorable(
  scope: Scope,
  options: ConsoleOptions = {},
): Promise<ApiServer> {
  const floe = await startConsole(scope, options)
  void floe.restoreDecided.then(async () => {
    await floe.stop('restart')
    await floeAgain(scope, floe, options.environment)
  })
  return floe
}
