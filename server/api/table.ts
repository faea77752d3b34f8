import { accessCalls } from './access.calls.ts'
import { appsCalls } from './apps.calls.ts'
import { auditCalls } from './audit.calls.ts'
import { authCalls } from './auth.calls.ts'
import { backupsCalls } from './backups.calls.ts'
import { descriptionCalls } from './description.calls.ts'
import { historyCalls } from './history.calls.ts'
import { iglooCalls } from './igloo/igloo.calls.ts'
import { nip46Calls } from './igloo/nip46.calls.ts'
import { importCalls } from './import.calls.ts'
import { joiningCalls } from './joining.calls.ts'
import { keysetsCalls } from './keysets.calls.ts'
import { notifyCalls } from './notify.calls.ts'
import { packagesCalls } from './packages.calls.ts'
import { peersCalls } from './peers.calls.ts'
import { profileCalls } from './profile.calls.ts'
import { questionsCalls } from './questions.calls.ts'
import { relaysCalls } from './relays.calls.ts'
import { reservedSharesCalls } from './reserved-shares.calls.ts'
import { rulesCalls } from './rules.calls.ts'
import { settingsCalls } from './settings.calls.ts'
import { sharesCalls } from './shares.calls.ts'
import { signingCalls } from './signing.calls.ts'
import { statusCalls } from './status.calls.ts'
import { stopCalls } from './stop.calls.ts'
import { versionCalls } from './version.calls.ts'

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
  ...reservedSharesCalls,
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
