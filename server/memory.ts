import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When all that a start brings with it (first dials, first pings) is over. Milliseconds. */
const START_IS_OVER = 5_000

/**
 * Gives back what only the start needed, once: garbage, and code that will not run again. V8 would
 * come to it when the heap has doubled, which that of an idle signer never does: 5 MB of 85. It
 * takes about 50 ms.
 */
export function giveBackAfterStart(): void {
  setTimeout(collectAll, START_IS_OVER).unref()
}

/** Not by `--expose-gc` from the start: Node's own compiled code does not fit V8 with that flag. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as typeof globalThis.gc
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
