import type { z } from 'zod'
import type { Context } from '#app/context.ts'
import type { KeysetContext } from '#app/keyset.ts'
import { keyOf } from '#auth/auth.ts'
import type { WorkQueue } from '#auth/work-queue.ts'
import type { Caller } from '#contract/rules.ts'
import type { Json } from '#http/openapi.ts'
import type { Call, HandledRoute, Route } from '#http/route.ts'
import type { EnvChanges } from '#keysets/env-changes.ts'
import type { Monitoring } from '#keysets/monitoring.ts'
import type { OnboardingRequests } from '#keysets/onboarding-requests.ts'

/** What handlers work on: the server's context, and what outlasts a call. */
export interface Api extends Context {
  /** The keyset that calls are about: the first, as none names another. */
  readonly keyset: KeysetContext
  /** Changes of its credentials. */
  readonly envChanges: EnvChanges
  readonly monitoring: Monitoring
  readonly onboardingRequests: OnboardingRequests
  /** Searches for profile back-ups on relays. */
  readonly backupSearches: WorkQueue
  /** How many relay tests run now. */
  readonly relayTests: { running: number }
  /** ISO 8601. */
  readonly startedAt: string
  /** The API's description, made on first request: most servers are never asked, and it takes 5 MB. */
  openApi(): Json
  docsPage(): string | Promise<string>
}

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined

interface CallDefinition<Body, Query> extends Omit<Route, 'body' | 'query' | 'confirm'> {
  body?: Body
  query?: Query
  confirm?: 'always' | 'sometimes' | ((body: Parsed<Body>) => boolean)
  handle(call: Call<Parsed<Body>, Parsed<Query>>, api: Api): Response | Promise<Response>
}

/** One call of the API: its entry in the table and its handler, which gets what the schemas parsed. */
export const route = <
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(
  definition: CallDefinition<Body, Query>,
): HandledRoute<Api> => definition as HandledRoute<Api>

/**
 * Who makes a call, as the policy knows them. A session that was opened with an API key is that key still:
 * otherwise signing in would be the way around its rules.
 */
export function callerOf({ principal }: Pick<Call, 'principal'>): Caller {
  const key = keyOf(principal)
  return key ? { door: 'program', id: key } : { door: 'owner', id: principal.userId }
}

/** ISO 8601, of milliseconds since 1970. */
export const iso = (ms: number): string => new Date(ms).toISOString()
