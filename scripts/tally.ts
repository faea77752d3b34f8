/** The result of a test run; `passed + failed > 0` whenever it did not succeed. */
export interface Tally {
  passed: number
  failed: number
}

/** The counted parts of Vitest's JSON report. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * Counts the tests of a Vitest run.
 *
 * @param report the text of Vitest's JSON report, undefined when it ended without writing one
 * @param succeeded whether Vitest exited with 0
 * @returns tests passed and failed. A file that failed outside its tests (it can't be loaded, a hook
 *   threw) counts as one failure; so does a run that failed with nothing else to show.
 */
export function tally(report: string | undefined, succeeded: boolean): Tally {
  if (report === undefined) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(report)
  const brokenFiles = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const failed = numFailedTests + brokenFiles.length
  return { passed: numPassedTests, failed: succeeded ? failed : Math.max(failed, 1) }
}
