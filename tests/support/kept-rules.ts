import { FIRST_KEYSET } from '#contract/keysets.ts'
import { openStore } from '#store/open.ts'
import { recordingLog } from '#store/testing/support.ts'
import type { KeptRules } from './rules.ts'
import { type Scope, temporaryFolder } from './scope.ts'

/** What the judge keeps, in a store that is gone when the test ends. @param now Unix milliseconds */
export function keepOnDisk(scope: Scope, now: () => number): KeptRules {
  const store = openStore({ dataDir: temporaryFolder(scope), log: recordingLog().log, now })
  scope.onTestFinished(() => store.close())
  const {
    rules,
    uses,
    callerSettings: standings,
    approvals: questions,
  } = store.keyset(FIRST_KEYSET)
  return { rules, uses, standings, questions, stop: store.stop }
}
