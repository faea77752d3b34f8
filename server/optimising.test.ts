import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** Of V8's `%GetOptimizationStatus`: by either of its optimising compilers. */
const OPTIMISED = 1 << 3

/** In a process of its own, as V8's flags are the whole process's. */
const PROGRAM = `
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { optimiseWhenBusy } from './optimising.ts'

const work = (n) => { let sum = 0; for (let i = 0; i < n; i++) sum = (sum * 31 + i) % 65521; return sum }
const isOptimised = () => (%GetOptimizationStatus(work) & ${OPTIMISED}) !== 0
const beBusy = async (time) => {
  for (const end = performance.now() + time; performance.now() < end; await turn()) work(20_000)
}

optimiseWhenBusy({ started: 1_000, look: 500 })
await beBusy(700)
const atStart = isOptimised()
await sleep(1_500)
const idle = isOptimised()
await beBusy(3_000)
console.log(JSON.stringify({ atStart, idle, busy: isOptimised() }))
`

describe('the optimising compilers', () => {
  it('stay out of the start and of an idle process, and come in when there is work', () => {
    const options = ['--allow-natives-syntax', '--input-type=module', '--eval', PROGRAM]
    const said = execFileSync(process.execPath, options, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toEqual({ atStart: false, idle: false, busy: true })
  })
})
