import { describe, expect, it } from 'vitest'
import { tally } from './tally.ts'

const passed = { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }
const failedTest = {
  ...{ name: 'b.test.ts', status: 'failed', message: '' },
  assertionResults: [
    { status: 'passed' },
    { status: 'failed', fullName: 'a signer signs', failureMessages: ['it did not\nat line 1'] },
  ],
}
const brokenFile = {
  ...{ name: 'c.test.ts', status: 'failed', message: 'no such module' },
  assertionResults: [],
}

function report(numPassedTests: number, numFailedTests: number, testResults: object[]) {
  return JSON.stringify({ numPassedTests, numFailedTests, testResults })
}

describe('the closing lines of npm test', () => {
  it('count tests', () => {
    expect(tally(report(3, 1, [passed, failedTest]), false)).toMatchObject({ passed: 3, failed: 1 })
  })

  it('count a file that cannot be loaded as one failure', () => {
    const text = report(3, 1, [passed, failedTest, brokenFile])
    expect(tally(text, false)).toMatchObject({ passed: 3, failed: 2 })
  })

  it('name what failed, and what it said', () => {
    expect(tally(report(3, 1, [passed, failedTest, brokenFile]), false).failures).toEqual([
      'b.test.ts a signer signs\n  it did not\n  at line 1',
      'c.test.ts\n  no such module',
    ])
  })

  it('never say that nothing failed when the run failed', () => {
    expect(tally(report(3, 0, [passed]), false)).toMatchObject({ passed: 3, failed: 1 })
    expect(tally(undefined, false)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('say that nothing failed when the run succeeded', () => {
    expect(tally(report(3, 0, [passed]), true)).toEqual({ passed: 3, failed: 0, failures: [] })
  })
})
