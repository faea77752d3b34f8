import type { Plan } from './plan.ts'

/** An import as the audit has it: how much came over, and nothing of it. */
export const importRecord = (actor: string, plan: Plan) => ({
  actor,
  action: 'import' as const,
  outcome: 'ok' as const,
  detail: {
    from: 'igloo-server',
    apiKeys: plan.keys.length,
    apps: plan.apps.length,
    policies: plan.policies.length,
    login: plan.login !== null,
  },
})
