import type { AppState, AppView } from '#contract/apps.ts'
import type { Clock } from '#lib/clock.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { RelayStatus } from '#relay/status.ts'
import { callerOf } from './registration.ts'
import { isExpired, isOpen, type RegisteredApp } from './registry.ts'
import type { Usage } from './usage.ts'

/** What is stored about apps elsewhere. */
export interface AppSources {
  ruleSet: Pick<RuleSet, 'nameOf' | 'preset' | 'isSuspended'>
  usage: Pick<Usage, 'lastOf' | 'daysOf'>
  clock: Clock
}

/** What only the running server knows of an app. */
export interface LiveDetails extends Pick<AppView, 'wrongSecrets' | 'usesNip04'> {
  /** A relay's state for it; undefined when we don't listen there. */
  statusOf(url: string): RelayStatus | undefined
}

/** An app's name, or the beginning of its id. */
export const nameOfApp = (id: string, ruleSet: Pick<RuleSet, 'nameOf'>): string =>
  ruleSet.nameOf(callerOf({ id })) ?? id.slice(0, 8)

/** The owner's view of an app: without its secrets. */
export function viewOf(
  app: RegisteredApp,
  { ruleSet, usage, clock }: AppSources,
  { wrongSecrets, usesNip04, statusOf }: LiveDetails,
): AppView {
  const { id, invitation, client, pairedAt, until } = app
  const [caller, lastUsedAt] = [callerOf(app), usage.lastOf(id)]
  const iso = (at: number) => new Date(at).toISOString()
  const isInvited = invitation !== null && isOpen(invitation, clock)
  return {
    ...{ id, name: nameOfApp(id, ruleSet), preset: ruleSet.preset(caller) },
    suspended: ruleSet.isSuspended(caller),
    ...{ wrongSecrets, usesNip04, days: usage.daysOf(id) },
    state: stateOf(app, isExpired(app, lastUsedAt, clock)),
    ...{ signer: app.signer, claims: app.claims },
    ...(client !== null && { client }),
    relays: [...new Set([...app.relays, ...app.formerRelays])].map((url) => {
      const status = statusOf(url)
      const error = status?.error ?? status?.rejection
      const isFormer = !app.relays.includes(url)
      return {
        ...{ url, heard: status?.heard ?? false },
        ...(error && { error: error.error }),
        ...(isFormer && { former: true }),
      }
    }),
    createdAt: iso(app.createdAt),
    ...(pairedAt !== null && { pairedAt: iso(pairedAt) }),
    ...(lastUsedAt !== undefined && { lastUsedAt: iso(lastUsedAt) }),
    ...(until !== null && { until: iso(until) }),
    ...(isInvited && { invitedUntil: clock.latest.iso(invitation.until) }),
    nip04: app.answersNip04,
    authUrl: app.sendsAuthUrl,
    openFor: app.openFor / 1000,
  }
}

function stateOf({ client, pairedAt }: RegisteredApp, isOver: boolean): AppState {
  if (client === null) return pairedAt === null ? 'invited' : 'signed out'
  return isOver ? 'expired' : 'paired'
}
