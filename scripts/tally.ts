/** The result of a test run; `passed + failed > 0` whenever it did not succeed. */
export interface Tally {
  passed: number
  failed: number
  /** What failed, each with its file, its name and what it said: for whoever has only the end of a log. */
  failures: string[]
}

/** What is read of Vitest's JSON report. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: FileResult[]
}

interface FileResult {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Lines of an error that are shown: what was expected and found, and the first places. */
const LINES = 12

/**
 * Counts the tests of a Vitest run.
 *
 * @param report the text of Vitest's JSON report, undefined when it ended without writing one
 * @param succeeded whether Vitest exited with 0
 * @returns tests passed and failed. A file that failed outside its tests (it can't be loaded, a hook
 *   threw) counts as one failure; so does a run that failed with nothing else to show.
 */
export function tally(report: string | undefined, succeeded: boolean): Tally {
  if (report === undefined) return { passed: 0, failed: 1, failures: [] }
  const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(report)
  const brokenFiles = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const failed = numFailedTests + brokenFiles.length
  return {
    passed: numPassedTests,
    failed: succeeded ? failed : Math.max(failed, 1),
    failures: [
      ...testResults.flatMap(failuresOf),
      ...brokenFiles.map(({ name, message }) => told(name, message)),
    ],
  }
}

function failuresOf({ name, assertionResults }: FileResult): string[] {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => told(`${name} ${fullName}`, ...failureMessages))
}

function told(what: string, ...errors: readonly string[]): string {
  const lines = errors.flatMap((error) => error.split('\n').slice(0, LINES))
  return [what, ...lines.map((line) => `  ${line}`)].join('\n')
}
