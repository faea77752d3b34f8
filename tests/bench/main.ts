// npm run bench [-- node groups ... --wide]: Floe beside the genuine `BifrostNode` in one run, each
// node and the relay in a process of its own, on loopback; and the API beside a bare route. Runs the
// parts named as arguments, or all of them; --wide measures more of each, for longer. Prints the
// machine, and a table and the bounds of each part, writes everything as JSON to .artefacts/bench.json,
// and ends with 1 when a bound is broken.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, figureRows, judged } from '../support/figures.ts'
import { measureApi } from './api.ts'
import { describeMachine } from './machine.ts'
import type { Extent, Report } from './part.ts'
import { measureApps } from './scenarios/apps.ts'
import { measureAtRest } from './scenarios/at-rest.ts'
import { measureBatches } from './scenarios/batches.ts'
import { measureCold } from './scenarios/cold.ts'
import { measureConcurrency } from './scenarios/concurrency.ts'
import { measureDelay } from './scenarios/delay.ts'
import { measureEventLoop } from './scenarios/event-loop.ts'
import { measureForeign } from './scenarios/foreign.ts'
import { measureGenerations } from './scenarios/generations.ts'
import { measureGroups } from './scenarios/groups.ts'
import { measureNode } from './scenarios/node.ts'
import { measureRules } from './scenarios/rules.ts'
import { measureVisit } from './scenarios/visit.ts'
import { markdownTable } from './stats.ts'

const PARTS: Readonly<Record<string, (extent: Extent) => Promise<Report>>> = {
  node: measureNode,
  generations: measureGenerations,
  rules: measureRules,
  rest: measureAtRest,
  cold: measureCold,
  concurrency: measureConcurrency,
  groups: measureGroups,
  batches: measureBatches,
  delay: measureDelay,
  foreign: measureForeign,
  loop: measureEventLoop,
  api: measureApi,
  apps: measureApps,
  visit: measureVisit,
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { wide: { type: 'boolean', default: false } },
  })
  const names = Object.keys(PARTS)
  const unknown = positionals.find((part) => !names.includes(part))
  if (unknown !== undefined) {
    throw new Error(`There is no part '${unknown}'. The parts are ${names.join(', ')}.`)
  }
  const machine = describeMachine()
  const at = new Date().toISOString()
  const reports: Record<string, Omit<Report, 'rows'> & { seconds: number }> = {}
  process.stdout.write(`${machine}\n`)
  for (const [name, measure] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    process.stderr.write(`bench: ${name} ...\n`)
    const startedAt = performance.now()
    const { rows, ...report } = await measure(values).catch(failed)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    reports[name] = { ...report, seconds }
    print(`${name}: ${report.title} (${seconds} s)`, rows, report.figures)
    save({ machine, at, wide: values.wide, reports })
  }
  const isBroken = Object.values(reports).some(({ figures }) => figures.some(({ ok }) => !ok))
  process.exitCode = isBroken ? 1 : 0
}

/** A part that could not be measured breaks its bounds, but does not stop the others. */
function failed(error: unknown): Report {
  const reason = error instanceof Error ? error.message : String(error)
  const figures = [judged('could not be measured', reason, 'to be measured', false)]
  return { title: 'failed', rows: [], figures, data: {} }
}

function print(title: string, rows: string[][], figures: Figure[]): void {
  process.stdout.write(`\n${title}\n`)
  if (rows.length > 0) process.stdout.write(`\n${markdownTable(rows)}\n`)
  if (figures.length > 0) process.stdout.write(`\n${markdownTable(figureRows(figures))}\n`)
}

function save(report: object): void {
  const folder = join(import.meta.dirname, '../../.artefacts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bench.json'), JSON.stringify(report, null, 2))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
