import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { EnvAnswer, EnvUpdate } from '#contract/env.ts'
import type { EnvKey } from '#contract/keysets.ts'
import { ApiError, post } from '#web/lib/api-client.ts'
import { invalidate, readAgain } from '#web/lib/query-client.ts'
import { changes as texts } from '#web/texts/texts.ts'
import { toastDone } from '#web/ui/toast.ts'
import { statusQuery } from '../../home/get-status.ts'
import { envQuery, savedQuery, withoutCredentials } from './env.ts'

/** Saves any of the four credentials, all or none; RELAYS as a JSON array. */
export function useSaveEnv() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (changes: EnvUpdate) => post('/api/env', changes),
    // What was saved is shown even if the next request is not answered.
    onSuccess: (_, { policies: _none, ...changes }) =>
      queries.setQueryData(envQuery.queryKey, (env) => ({ ...env, ...changes })),
    // The signer follows, and the server normalises what it keeps.
    onSettled: () => invalidate(queries, savedQuery, statusQuery),
  })
}

interface Deletion {
  keys: readonly EnvKey[]
  /** Also delete all share records on the server. */
  shareRecords: boolean
}

/** Deletes settings for good; without credentials the signer stops. */
export function useDeleteEnv() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (deletion: Deletion) => post('/api/env/delete', deletion),
    onSuccess: (_, { keys }) =>
      queries.setQueryData(envQuery.queryKey, (env) => env && without(env, keys)),
    onSettled: () => invalidate(queries, savedQuery, statusQuery),
  })
}

function without(env: EnvAnswer, keys: readonly EnvKey[]): EnvAnswer {
  const rest = { ...env }
  for (const key of keys) delete rest[key]
  return rest
}

/**
 * The outcome of reading what is saved. `refused`: the server answered with an error below 500, so access has ended;
 * `unreachable`: any other failure.
 */
type Refreshed = 'read' | 'unreachable' | 'refused'

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
  if (after.configured) void readAgain(queries, envQuery)
  else {
    // An answer under way still has them.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (env) => env && withoutCredentials(after))
  }
  toastDone(after.configured ? texts.changed : texts.cleared)
}

/** The mutation key of every change of the credentials that this page makes. */
export const envChange = ['change env'] as const
