import type { Context } from '#app/context.ts'
import { createEnvChanges, type EnvChanges } from '#keysets/env-changes.ts'

/** Changes of the first keyset's credentials, for the calls that make them. */
export function envChangesOf({ config, store, reader, keysets }: Context): EnvChanges {
  const { kept, events, policy, supervisor, policies, reservedShares, applySettings } =
    keysets.first
  return createEnvChanges({
    reader,
    relayHosts: config.relayHosts,
    keyset: supervisor,
    policies,
    ruleSet: policy.ruleSet,
    reservedShares,
    saved: kept.settings,
    shares: kept.shares,
    transaction: (work) => store.transaction(work),
    audit: (record) => kept.audit.record(record),
    log: events,
    apply: applySettings,
  })
}
