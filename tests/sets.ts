// `npm test` runs the everyday set, before a commit. `npm run test:all` runs the everyday set and the rest.

export type TestSet = 'everyday' | 'rest'

const named = (folder: string, names: string): string[] =>
  names.split(/\s+/).map((name) => `tests/${folder}/${name}.test.ts`)

/**
 * The everyday set: of each project all files, or the named ones; none of a project that is not named. Of the slow
 * projects it has what is most likely to break: one matrix of who signs with whom, the attacks in their short form,
 * and twenty tests in a real browser.
 */
export const EVERYDAY: Readonly<Record<string, 'all' | string[]>> = {
  unit: 'all',
  api: 'all',
  console: 'all',
  interop: named('interop', 'matrix beta-device v2-hostile v2-requests faults-peer-messages'),
  security: named(
    'security',
    `altered-copies blinded-keys changed-key changing-builds costly-packages downgrade echo-flood
    foreign-pages forged-rows guessing hostile-texts local-relay newest-version profiles wrong-parts`,
  ),
  browser: named(
    'browser',
    'shell back identity home login configure signer recover start questions language installable',
  ),
}

/** Files that the everyday set leaves out of those projects: they install, build or kill whole programs. */
export const LATER = [
  'scripts/packaging/packaging.test.ts',
  'scripts/setup.test.ts',
  'scripts/tally.test.ts',
  'server/store/crash.test.ts',
  'tests/api/client.test.ts',
]

/** Files that take longest, in the order in which they start. */
export const LONGEST = [
  ...named(
    'browser',
    'states/devices states/access keyset states/keyset states/signer states/apps parts firefox two-tabs',
  ),
  ...named('apps', 'clients'),
  ...named('security', 'killed-devices stop relay-limits killed-and-stopped'),
  ...named('container', 'documents confinement start'),
  ...named('interop', 'beta-groups v2-key-crowds v2-pools v2-mixed'),
  ...named('api', 'reserved-shares commands process'),
]
