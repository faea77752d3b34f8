import type { QueryClient } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { ApiError } from '../../lib/api-client.ts'
import { changes as texts } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { envChange } from './env-change.ts'
import { envQuery, withoutCredentials } from './get-env.ts'
import { savedQuery } from './get-saved.ts'

/** The outcome of reading what is saved: nobody answered, or access has ended. */
export type Refreshed = 'read' | 'unreachable' | 'refused'

interface Run {
  done: Promise<Refreshed>
  /** Something has changed since it began. */
  again: boolean
}

const running = new WeakMap<QueryClient, Run>()

/**
 * Reads again what is saved, which may have been changed elsewhere, and says once if the credentials
 * were. However often it is called meanwhile, it reads at most once more. Never rejects.
 */
export function refreshSaved(queries: QueryClient): Promise<Refreshed> {
  const under = running.get(queries)
  if (under !== undefined) {
    under.again = true
    return under.done
  }
  const run: Run = { done: Promise.resolve('read'), again: false }
  run.done = readUntilQuiet(queries, run).finally(() => running.delete(queries))
  running.set(queries, run)
  return run.done
}

async function readUntilQuiet(queries: QueryClient, run: Run): Promise<Refreshed> {
  for (;;) {
    run.again = false
    const refreshed = await read(queries)
    if (!run.again || refreshed !== 'read') return refreshed
  }
}

async function read(queries: QueryClient): Promise<Refreshed> {
  const { queryKey } = savedQuery
  // This page's own changes are shown and reported where they are made.
  const isOurs = () => queries.isMutating({ mutationKey: envChange }) > 0
  const wasOurs = isOurs()
  const before = queries.getQueryData(queryKey)
  // A form that began without credentials stays while somebody else's are fetched.
  if (before?.configured === false) keepEnv(queries, before)
  await queries.refetchQueries({ queryKey })
  const { data: after, error } = queries.getQueryState(queryKey) ?? {}
  if (error) {
    const isAnswer = error instanceof ApiError && error.status !== null && error.status < 500
    return isAnswer ? 'refused' : 'unreachable'
  }
  if (before && after && !wasOurs && !isOurs() && hasOthers(before, after)) take(queries, after)
  return 'read'
}

const hasOthers = (before: CredentialsAnswer, after: CredentialsAnswer): boolean =>
  before.configured !== after.configured ||
  before.keyset?.npub !== after.keyset?.npub ||
  before.keyset?.pubkey !== after.keyset?.pubkey ||
  before.keyset?.generation !== after.keyset?.generation

const keepEnv = (queries: QueryClient, saved: CredentialsAnswer): void =>
  void queries.setQueryData(envQuery.queryKey, (env) => env ?? withoutCredentials(saved))

/** Secrets that a screen holds are read again; cleared ones are dropped without asking. */
function take(queries: QueryClient, after: CredentialsAnswer): void {
  const { queryKey } = envQuery
  if (after.configured) void queries.invalidateQueries({ queryKey })
  else queries.setQueryData(queryKey, (env) => env && withoutCredentials(after))
  toastDone(after.configured ? texts.changed : texts.cleared)
}
