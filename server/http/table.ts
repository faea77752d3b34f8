import { accessCalls } from './calls/access.ts'
import { appsCalls } from './calls/apps.ts'
import { auditCalls } from './calls/audit.ts'
import { authCalls } from './calls/auth.ts'
import { backupsCalls } from './calls/backups.ts'
import { descriptionCalls } from './calls/description.ts'
import { historyCalls } from './calls/history.ts'
import { iglooCalls } from './calls/igloo.ts'
import { importCalls } from './calls/import.ts'
import { joiningCalls } from './calls/joining.ts'
import { keysetsCalls } from './calls/keysets.ts'
import { nip46Calls } from './calls/nip46.ts'
import { notifyCalls } from './calls/notify.ts'
import { packagesCalls } from './calls/packages.ts'
import { peersCalls } from './calls/peers.ts'
import { profileCalls } from './calls/profile.ts'
import { questionsCalls } from './calls/questions.ts'
import { relaysCalls } from './calls/relays.ts'
import { rulesCalls } from './calls/rules.ts'
import { settingsCalls } from './calls/settings.ts'
import { sharesCalls } from './calls/shares.ts'
import { signingCalls } from './calls/signing.ts'
import { sparesCalls } from './calls/spares.ts'
import { statusCalls } from './calls/status.ts'
import { stopCalls } from './calls/stop.ts'
import { versionCalls } from './calls/version.ts'

/** Every call there is. Nothing else can be mounted, and a test walks the table. */
export const routes = {
  ...authCalls,
  ...accessCalls,
  ...settingsCalls,
  ...sharesCalls,
  ...statusCalls,
  ...historyCalls,
  ...peersCalls,
  ...joiningCalls,
  ...notifyCalls,
  ...keysetsCalls,
  ...profileCalls,
  ...sparesCalls,
  ...packagesCalls,
  ...importCalls,
  ...relaysCalls,
  ...signingCalls,
  ...rulesCalls,
  ...questionsCalls,
  ...appsCalls,
  ...nip46Calls,
  ...iglooCalls,
  ...stopCalls,
  ...versionCalls,
  ...auditCalls,
  ...backupsCalls,
  ...descriptionCalls,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
