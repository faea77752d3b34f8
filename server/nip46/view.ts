import type { AppDay, AppState, AppView } from '#contract/apps.ts'
import type { Preset } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import type { RelayStatus } from '#relay/status.ts'
import { isOpen, type RegisteredApp } from './registry.ts'

/** An app's state that is not stored with it. */
export interface AppDetails {
  name: string
  preset: Preset | null
  suspended: boolean
  isExpired: boolean
  /** Unix milliseconds. */
  lastUsedAt: number | undefined
  days: AppDay[]
  wrongSecrets: number
  usesNip04: boolean
  /** A relay's state for it; undefined when we don't listen there. */
  statusOf(url: string): RelayStatus | undefined
}

/** The owner's view of an app: without its secrets. */
export function viewOf(app: RegisteredApp, details: AppDetails, clock: Clock): AppView {
  const { name, preset, suspended, wrongSecrets, usesNip04, days, lastUsedAt } = details
  const { invitation, client, pairedAt, until } = app
  const iso = (at: number) => new Date(at).toISOString()
  const isInvited = invitation !== null && isOpen(invitation, clock)
  return {
    ...{ id: app.id, name, preset, suspended, wrongSecrets, usesNip04, days },
    state: stateOf(app, details),
    ...{ signer: app.signer, claims: app.claims },
    ...(client !== null && { client }),
    relays: [...new Set([...app.relays, ...app.formerRelays])].map((url) => {
      const status = details.statusOf(url)
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

function stateOf({ client, pairedAt }: RegisteredApp, { isExpired }: AppDetails): AppState {
  if (client === null) return pairedAt === null ? 'invited' : 'signed out'
  return isExpired ? 'expired' : 'paired'
}
