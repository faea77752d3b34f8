import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Scope } from '../../support/scope.ts'
import type { Build } from './builds.ts'
import { DEVICE, FLOE, Lab, wordsOf } from './lab.ts'
import type { Row } from './table.ts'

const TRACES = join(import.meta.dirname, '../../../.artefacts/genuine')
/** Characters of Floe's log that a trace keeps. */
const LOG_CHARS = 40_000

/** Runs one case, and writes its row for the table, and a trace when it fails. */
export async function runCase(
  scope: Scope,
  build: Build,
  name: string,
  run: (lab: Lab) => Promise<void>,
  options: { aside?: boolean } = {},
): Promise<void> {
  const began = performance.now()
  let lab: Lab | undefined
  let problem: unknown
  try {
    lab = await Lab.start(scope, build, options)
    await run(lab)
  } catch (error) {
    problem = error
  }
  try {
    lab?.expectSingleUse()
  } catch (error) {
    // A nonce used twice is worse than any other problem.
    problem = error
  }
  const row: Row = {
    build: build.name,
    case: name,
    asked: lab?.total.asked ?? 0,
    signed: lab?.total.signed ?? 0,
    given: lab?.recorder.given(FLOE) ?? 0,
    slowest: (lab?.slowest ?? 0) / 1000,
    floeAsked: lab?.recorder.askedAgain(FLOE).length ?? 0,
    floeReused: lab?.recorder.reused(FLOE).length ?? 0,
    deviceAsked: lab?.recorder.askedAgain(DEVICE).length ?? 0,
    seconds: (performance.now() - began) / 1000,
    failures: wordsOf(lab?.total.failures ?? new Map()),
    problem: problem instanceof Error ? (problem.message.split('\n')[0] ?? '') : '',
  }
  appendFileSync(inject('rows'), `${JSON.stringify(row)}\n`)
  if (problem === undefined) return
  if (lab !== undefined) await writeTrace(lab, row, problem)
  throw problem
}

async function writeTrace(lab: Lab, row: Row, problem: unknown): Promise<void> {
  mkdirSync(TRACES, { recursive: true })
  const file = `${row.build}-${row.case}`.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()
  const state = await Promise.race([lab.device.state(), sleep(2_000, 'no answer')])
  const parts = [
    `${problem}`,
    `answers: ${row.failures}`,
    `nonces of Floe that signed twice:\n${lab.recorder.reused(FLOE).join('\n')}`,
    `nonces of the device that it was asked for again:\n${lab.recorder.askedAgain(DEVICE).join('\n')}`,
    `those that it signed with twice:\n${lab.recorder.reused(DEVICE).join('\n')}`,
    `the device: ${JSON.stringify(state, null, 1)}`,
    `messages (${FLOE} is Floe, ${DEVICE} the device):\n${lab.recorder.trace()}`,
    `the log of Floe:\n${lab.floe.stdout.slice(-LOG_CHARS)}`,
  ]
  writeFileSync(join(TRACES, `${file}.txt`), parts.join('\n\n'))
}
