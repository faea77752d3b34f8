import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** The share of a look's time that the event loop is at work, from which on it counts as busy. */
const BUSY = 0.2
/** Milliseconds. */
const TIMINGS = {
  /** After this, all that a start computes is done, on a small machine too. */
  started: 10_000,
  /** How long one look at how busy the event loop is takes. */
  look: 5_000,
}

/** V8's flags for its optimising compilers: of JavaScript, and of WebAssembly. */
const OFF = ['--no-turbofan', '--no-maglev', '--wasm-tier-up-filter=1000000']
const ON = ['--turbofan', '--maglev', '--wasm-tier-up-filter=-1']

/**
 * Keeps V8's optimising compilers out until the event loop is busy. Once they have run, 8 MB of their
 * own code stay in memory, and without this they would run for the start, which is over in a moment.
 * An idle signer is at work for less than a hundredth of the time, and gains nothing by them.
 *
 * Not by flags that Node is started with: V8 would then compile Node's own modules anew, as it takes
 * their compiled form only while its flags are those that they were compiled with.
 *
 * @param timings what is to be other than usual
 */
export function optimiseWhenBusy(timings: Partial<typeof TIMINGS> = {}): void {
  const { started, look: pause } = { ...TIMINGS, ...timings }
  setFlags(OFF)
  let before: EventLoopUtilization
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization >= BUSY) setFlags(ON)
    else setTimeout(look, pause).unref()
  }
  const begin = () => {
    before = performance.eventLoopUtilization()
    setTimeout(look, pause).unref()
  }
  setTimeout(begin, started).unref()
}

const setFlags = (flags: readonly string[]) => {
  for (const flag of flags) setFlagsFromString(flag)
}
