import type { Context } from '#app/context.ts'
import { createWorkQueue } from '#auth/work-queue.ts'
import { packages as texts } from '#contract/codes.ts'
import { docsPage } from '#http/docs-page.ts'
import { describeApi, type Json } from '#http/openapi.ts'
import { createEnvChanges } from '#keysets/env-changes.ts'
import { createMonitoring } from '#keysets/monitoring.ts'
import { createOnboardingRequests } from '#keysets/onboarding-requests.ts'
import { accessRoutes } from './access.ts'
import { appRoutes } from './apps.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { backupRoutes } from './backups.ts'
import { contract, descriptionRoutes } from './description.ts'
import { doctorRoutes } from './doctor.ts'
import { historyRoutes } from './history.ts'
import { iglooAdminRoutes } from './igloo/admin.ts'
import { nip46RelayRoutes } from './igloo/nip46-relays.ts'
import { nip46RequestRoutes } from './igloo/nip46-requests.ts'
import { nip46ConnectRoutes, nip46SessionRoutes } from './igloo/nip46-sessions.ts'
import { iglooPeerRoutes } from './igloo/peers.ts'
import { iglooSetupRoutes } from './igloo/setup.ts'
import { iglooUserRoutes } from './igloo/user.ts'
import { importRoutes } from './import.ts'
import { joiningRoutes } from './joining.ts'
import { keysetRoutes } from './keysets.ts'
import { notifyRoutes } from './notify.ts'
import { packageRoutes } from './packages.ts'
import { peerRoutes } from './peers.ts'
import { policyRoutes } from './policies.ts'
import { profileRoutes } from './profile.ts'
import { questionRoutes } from './questions.ts'
import { relayRoutes } from './relays.ts'
import { reservedShareRoutes } from './reserved-shares.ts'
import type { Api } from './route.ts'
import { ruleRoutes } from './rules.ts'
import { settingsRoutes } from './settings.ts'
import { shareRoutes } from './shares.ts'
import { signingRoutes } from './signing.ts'
import { statusRoutes } from './status.ts'
import { stopRoutes } from './stop.ts'
import { tagged, tags } from './tags.ts'
import { versionRoutes } from './version.ts'

/** Every call there is, in the order of the API's description. A test checks that no other is answered. */
export const routes = {
  ...tagged('Signing', signingRoutes),
  ...tagged('Status', { ...statusRoutes, ...historyRoutes }),
  ...tagged('Questions', questionRoutes),
  ...tagged('Rules', { ...ruleRoutes, ...stopRoutes }),
  ...tagged('Apps', appRoutes),
  ...tagged('Devices', { ...peerRoutes, ...policyRoutes }),
  ...tagged('Identity', {
    ...keysetRoutes,
    ...shareRoutes,
    ...joiningRoutes,
    ...reservedShareRoutes,
    ...packageRoutes,
    ...profileRoutes,
  }),
  ...tagged('Settings', { ...settingsRoutes, ...relayRoutes, ...notifyRoutes }),
  ...tagged('Access', { ...authRoutes, ...accessRoutes }),
  ...tagged('Records', { ...auditRoutes, ...backupRoutes, ...importRoutes }),
  ...tagged('Server', { ...versionRoutes, ...doctorRoutes, ...descriptionRoutes }),
  ...tagged('igloo-server', {
    ...iglooPeerRoutes,
    ...nip46RelayRoutes,
    ...nip46ConnectRoutes,
    ...nip46RequestRoutes,
    ...nip46SessionRoutes,
    ...iglooUserRoutes,
    ...iglooAdminRoutes,
    ...iglooSetupRoutes,
  }),
}

export type RouteName = keyof typeof routes

/** The API's description. @param basePath prefix of its paths; empty: there is none */
export const describeAll = (basePath = ''): Json =>
  describeApi({ routes, tags, contract, basePath })

/** Searches for profile back-ups: each opens up to 20 connections. */
const BACKUP_SEARCHES = { atOnce: 3, waiting: 8, busy: texts.busy }

/** Makes what the handlers of one server work on. */
export function createApi(context: Context): Api {
  const { config, keysets, reader } = context
  const keyset = keysets.first
  const { kept, events, policy, supervisor } = keyset
  let description: Json | undefined
  const openApi = () => {
    description ??= describeAll(config.basePath)
    return description
  }
  let page: ReturnType<Api['docsPage']> | undefined
  return {
    ...context,
    keyset,
    envChanges: createEnvChanges({
      reader,
      relayHosts: config.relayHosts,
      keyset: supervisor,
      policies: keyset.policies,
      ruleSet: policy.ruleSet,
      reservedShares: keyset.reservedShares,
      saved: kept.settings,
      shares: kept.shares,
      transaction: (work) => context.store.transaction(work),
      audit: (record) => kept.audit.record(record),
      log: events,
      apply: keyset.applySettings,
    }),
    monitoring: createMonitoring(supervisor),
    onboardingRequests: createOnboardingRequests({
      keyset: supervisor,
      policy,
      proofs: keyset.history.proofs,
      log: events,
      audit: (decision) => kept.audit.record(decision),
    }),
    backupSearches: createWorkQueue(BACKUP_SEARCHES),
    relayTests: { running: 0 },
    startedAt: new Date().toISOString(),
    openApi,
    docsPage: () => {
      page ??= docsPage(openApi())
      return page
    },
  }
}
