// npm run soak [-- guesses sockets page load appliance --guesses 100000 --connections 8 --sockets 200
// --warm-up 10 --minutes 10 --page-minutes 5 --load-minutes 30 --idle-minutes 10]: what only shows
// in the long run. Prints a table, writes it as JSON to .artefacts/soak.json, and ends with 1 when a
// bound is broken. The part `appliance` needs a Docker engine.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from '../bench/machine.ts'
import { markdownTable } from '../bench/stats.ts'
import { type Figure, figureRows } from '../support/figures.ts'
import { soakAppliance } from './appliance.ts'
import { soakGuesses } from './guesses.ts'
import { soakLoad } from './load.ts'
import { soakPage } from './page.ts'
import { soakSockets } from './sockets.ts'

const PARTS = ['guesses', 'sockets', 'page', 'load', 'appliance'] as const

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      guesses: { type: 'string', default: '100000' },
      connections: { type: 'string', default: '8' },
      sockets: { type: 'string', default: '200' },
      'warm-up': { type: 'string', default: '10' },
      minutes: { type: 'string', default: '10' },
      'page-minutes': { type: 'string', default: '5' },
      'load-minutes': { type: 'string', default: '30' },
      'idle-minutes': { type: 'string', default: '10' },
    },
  })
  const unknown = positionals.find((part) => !PARTS.some((known) => known === part))
  if (unknown !== undefined) {
    throw new Error(`There is no part '${unknown}'. The parts are ${PARTS.join(', ')}.`)
  }
  const count = (name: keyof typeof values) => {
    const number = Number(values[name])
    if (number > 0) return number
    throw new Error(`--${name} must be a number above 0, not '${values[name]}'`)
  }
  return {
    parts: PARTS.filter((part) => positionals.length === 0 || positionals.includes(part)),
    guesses: count('guesses'),
    connections: count('connections'),
    sockets: count('sockets'),
    warmUp: count('warm-up'),
    minutes: count('minutes'),
    pageMinutes: count('page-minutes'),
    loadMinutes: count('load-minutes'),
    idleMinutes: count('idle-minutes'),
  }
}

async function main(): Promise<void> {
  const { parts, ...options } = readArguments()
  const runs = {
    guesses: soakGuesses,
    sockets: soakSockets,
    page: soakPage,
    load: soakLoad,
    appliance: soakAppliance,
  }
  const machine = describeMachine()
  const results: Partial<Record<(typeof PARTS)[number], Figure[]>> = {}
  for (const part of parts) {
    process.stderr.write(`soak: ${part} ...\n`)
    const figures = await runs[part](options)
    results[part] = figures
    process.stdout.write(`\n${part}\n${markdownTable(figureRows(figures))}\n`)
  }
  const folder = join(import.meta.dirname, '../../.artefacts')
  mkdirSync(folder, { recursive: true })
  const report = { machine, at: new Date().toISOString(), options, results }
  writeFileSync(join(folder, 'soak.json'), JSON.stringify(report, null, 2))
  const isBroken = Object.values(results).some((figures) => figures.some(({ ok }) => !ok))
  process.exitCode = isBroken ? 1 : 0
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
