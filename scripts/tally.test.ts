import { describe, expect, it } from 'vitest'
import { tally } from './tally.ts'

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const failedTest = { status: 'failed', assertionResults: [{ status: 'failed' }] }
const brokenFile = { status: 'failed', assertionResults: [] }

function report(numPassedTests: number, numFailedTests: number, testResults: object[]) {
  return JSON.stringify({ numPassedTests, numFailedTests, testResults })
}

describe('the closing line of npm test', () => {
  it('counts tests', () => {
    expect(tally(report(3, 1, [passed, failedTest]), false)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts a file that cannot be loaded as one failure', () => {
    const text = report(3, 1, [passed, failedTest, brokenFile])
    expect(tally(text, false)).toEqual({ passed: 3, failed: 2 })
  })

  it('never says that nothing failed when the run failed', () => {
    expect(tally(report(3, 0, [passed]), false)).toEqual({ passed: 3, failed: 1 })
    expect(tally(undefined, false)).toEqual({ passed: 0, failed: 1 })
  })

  it('says that nothing failed when the run succeeded', () => {
    expect(tally(report(3, 0, [passed]), true)).toEqual({ passed: 3, failed: 0 })
  })
})
