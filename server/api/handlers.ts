import type { Context } from '#app/context.ts'
import type { Handlers } from '#http/router.ts'
import { accessHandlers } from './access.ts'
import { appHandlers } from './apps.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import { backupHandlers } from './backups.ts'
import { descriptionHandlers } from './description.ts'
import { envHandlers } from './env.ts'
import { healthHandlers } from './health.ts'
import { historyHandlers } from './history.ts'
import { iglooAdminHandlers } from './igloo/igloo-admin.ts'
import { iglooEnvHandlers } from './igloo/igloo-env.ts'
import { iglooOnboardingHandlers } from './igloo/igloo-onboarding.ts'
import { iglooUserHandlers } from './igloo/igloo-user.ts'
import { nip46RelayHandlers } from './igloo/nip46-relays.ts'
import { nip46RequestHandlers } from './igloo/nip46-requests.ts'
import { nip46SessionHandlers } from './igloo/nip46-sessions.ts'
import { importHandlers } from './import.ts'
import { joinRequestHandlers } from './join-requests.ts'
import { joiningHandlers } from './joining.ts'
import { keysetHandlers } from './keyset.ts'
import { monitoringHandlers } from './monitoring.ts'
import { notifyHandlers } from './notify.ts'
import { packageHandlers } from './packages.ts'
import { peerHandlers } from './peers.ts'
import { policyHandlers } from './policies.ts'
import { profileHandlers } from './profile.ts'
import { questionHandlers } from './questions.ts'
import { recoverHandlers } from './recover.ts'
import { relayTestHandlers } from './relay-test.ts'
import { reservedShareHandlers } from './reserved-shares.ts'
import { ruleHandlers } from './rules.ts'
import { settingsHandlers } from './settings.ts'
import { shareHandlers } from './shares.ts'
import { signingHandlers } from './signing.ts'
import { statusHandlers } from './status.ts'
import { stopHandlers } from './stop.ts'
import { versionHandlers } from './version.ts'

/** One handler for each route of the table. */
export const createHandlers = (context: Context): Handlers => ({
  ...accessHandlers(context),
  ...appHandlers(context),
  ...auditHandlers(context),
  ...authHandlers(context),
  ...backupHandlers(context),
  ...descriptionHandlers(context),
  ...envHandlers(context),
  ...healthHandlers(context),
  ...historyHandlers(context),
  ...iglooAdminHandlers(context),
  ...iglooEnvHandlers(context),
  ...iglooOnboardingHandlers(context),
  ...iglooUserHandlers(context),
  ...importHandlers(context),
  ...joiningHandlers(context),
  ...keysetHandlers(context),
  ...monitoringHandlers(context),
  ...nip46RelayHandlers(context),
  ...nip46RequestHandlers(context),
  ...nip46SessionHandlers(context),
  ...notifyHandlers(context),
  ...packageHandlers(context),
  ...joinRequestHandlers(context),
  ...peerHandlers(context),
  ...policyHandlers(context),
  ...profileHandlers(context),
  ...questionHandlers(context),
  ...recoverHandlers(context),
  ...relayTestHandlers(context),
  ...ruleHandlers(context),
  ...settingsHandlers(context),
  ...shareHandlers(context),
  ...signingHandlers(context),
  ...reservedShareHandlers(context),
  ...statusHandlers(context),
  ...stopHandlers(context),
  ...versionHandlers(context),
})
