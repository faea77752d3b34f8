import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** All that a start brings with it (first dials, first pings) is over after the first. Milliseconds. */
const PASSES = [5_000, 8_000, 11_000]

/**
 * Gives back what only the start needed, or the load of the application with the first call:
 * garbage, and code that will not run again. V8 would come to it when the heap has doubled, which
 * that of an idle signer never does. More than once, because V8 lets code go that several
 * collections have found unused: the first gives back 5 MB, those that follow 1 to 2 more. Each takes
 * about 50 ms.
 */
export function giveBackSoon(): void {
  for (const at of PASSES) setTimeout(collectAll, at).unref()
}

/**
 * Not by `--expose-gc` from the start, and with it taken back: V8 takes Node's own modules from
 * their compiled form only while its flags are those that they were compiled with.
 */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as typeof globalThis.gc
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
