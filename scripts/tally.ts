// A reporter of Vitest that writes the result of a run as JSON: `--reporter=scripts/tally.ts`, with the file to
// write to in FLOE_TEST_TALLY.

import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** The result of a test run. */
export interface Tally {
  passed: number
  /** Tests, and what else failed: a file that can't be loaded, a hook of a describe, an error outside tests. */
  failed: number
  /** What failed: the file, the name, and the lines of the error. */
  failures: string[]
}

/** An error, as Vitest passes it on. */
interface ReportedError {
  message: string
  stack?: string | undefined
  /** For a worker that died: how, and in which file. */
  cause?: unknown
}

/** Lines of an error that are shown: what was expected and found, and the first places. */
const LINES = 12

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly ReportedError[]): void {
    const file = process.env['FLOE_TEST_TALLY']
    if (file === undefined) throw new Error('FLOE_TEST_TALLY names no file to write the tally to')
    writeFileSync(file, JSON.stringify(tally(modules, unhandled)))
  }
}

/**
 * The tally of a run.
 *
 * @param text what the reporter wrote; undefined when the run ended before that
 * @param isOk whether the run succeeded: if not, at least one thing has failed, named or not
 */
export function tallyOf(text: string | undefined, isOk: boolean): Tally {
  const nothing = { passed: 0, failed: 0, failures: [] }
  const written: Tally = text === undefined ? nothing : JSON.parse(text)
  return { ...written, failed: isOk ? written.failed : Math.max(written.failed, 1) }
}

function tally(modules: readonly TestModule[], unhandled: readonly ReportedError[]): Tally {
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const failed = tests.filter((test) => test.result().state === 'failed')
  const passed = tests.filter((test) => test.result().state === 'passed')
  const failures = [
    ...failed.map((test) => describeFailure(nameOf(test), test.result().errors)),
    ...modules.flatMap((file) => [file, ...file.children.allSuites()]).flatMap(outside),
    ...unhandled.map((error) => describeFailure('beside all tests', [error])),
  ]
  return { passed: passed.length, failed: failures.length, failures }
}

const nameOf = ({ module, fullName }: TestCase | TestSuite): string =>
  `${module.relativeModuleId} > ${fullName}`

/** What failed in a file or a describe, and in none of its tests. */
function outside(suite: TestModule | TestSuite): string[] {
  const errors = suite.errors()
  if (errors.length === 0) return []
  const name = suite.type === 'module' ? suite.relativeModuleId : nameOf(suite)
  return [describeFailure(name, errors)]
}

function describeFailure(what: string, errors: readonly ReportedError[] = []): string {
  const lines = errors.flatMap(linesOf)
  return [what, ...lines.map((line) => `  ${line}`)].join('\n')
}

function linesOf({ message, stack, cause }: ReportedError): string[] {
  const lines = (stack ?? message).split('\n').slice(0, LINES)
  return isReportedError(cause) ? [...lines, ...linesOf(cause)] : lines
}

const isReportedError = (cause: unknown): cause is ReportedError =>
  typeof cause === 'object' && cause !== null && 'message' in cause
