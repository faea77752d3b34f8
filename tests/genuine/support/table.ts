import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { markdownTable } from '../../bench/stats.ts'
import { builds } from './builds.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the file to which each case adds a line. */
    rows: string
  }
}

/** The result of a case with a build. */
export interface Row {
  build: string
  case: string
  /** Signatures that either side asked for, and how many of them were given. */
  asked: number
  signed: number
  /** Partial signatures that left Floe. */
  given: number
  /** Nonces of Floe that signed twice: each is a fault that reveals secrets. */
  floeReused: number
  /** Nonces with which Floe had signed and the device asked again, in vain. */
  floeAsked: number
  /** Nonces with which the device had signed and Floe asked again: a fault as well. */
  deviceAsked: number
  /** Seconds: the longest wait for a signature, and the length of the whole case. */
  slowest: number
  seconds: number
  /** What was answered in place of signatures, and how often. */
  failures: string
  /** Why the case failed; empty if it did not. */
  problem: string
}

/** Prints the table of results when all cases are done. */
export function setup(project: TestProject): (() => void) | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'floe-genuine-'))
  const file = join(folder, 'rows')
  writeFileSync(file, '')
  project.provide('rows', file)
  if (builds().length === 0) {
    console.warn('FLOE_GENUINE names no folder of genuine builds: their lab is skipped.')
  }
  return () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const rows = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
    rmSync(folder, { recursive: true })
    if (rows.length > 0) console.log(tableOf(rows))
  }
}

const HEAD = [
  'build',
  'case',
  'signed',
  'partials of Floe',
  'nonces used twice',
  'asked for again',
  'asked for again by Floe',
  'slowest, s',
  'all, s',
  'came out',
]

function verdictOf({ problem, failures }: Row): string {
  if (problem !== '') return `RED: ${problem}`
  return failures === '' ? 'good' : `good, after ${failures}`
}

function tableOf(rows: readonly Row[]): string {
  const sorted = rows.toSorted(
    (a, b) => a.case.localeCompare(b.case) || a.build.localeCompare(b.build),
  )
  const cells = sorted.map((row) => [
    row.build,
    row.case,
    `${row.signed} of ${row.asked}`,
    String(row.given),
    String(row.floeReused),
    String(row.floeAsked),
    String(row.deviceAsked),
    row.slowest.toFixed(1),
    row.seconds.toFixed(1),
    verdictOf(row),
  ])
  return `\nGenuine builds beside Floe\n\n${markdownTable([HEAD, ...cells])}\n`
}
