// Which tests run when. `npm test` is the everyday set, for before a commit; `npm run test:all` is that and the rest.

export type TestSet = 'everyday' | 'rest'

/**
 * The everyday set: of each project all files, or these. Of the slow kinds it has what is most likely to break: one
 * matrix of who signs with whom, the attacks in their short form, and twenty tests in a real browser.
 */
export const EVERYDAY: Readonly<Record<string, 'all' | string[]>> = {
  unit: 'all',
  api: 'all',
  console: 'all',
  interop: ['tests/interop/matrix.test.ts'],
  attack: ['tests/attack/*.test.ts'],
  browser: ['tests/browser/two-tabs.test.ts'],
}

/** Files that take longest, in the order in which they start. */
export const LONGEST = ['tests/browser/states.test.ts']
