import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../lib/query-client.ts'
import { account } from '../texts/texts.ts'
import { LoadFailure } from './LoadFailure.tsx'

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The placeholder until then. */
  placeholder: ReactNode
  /** That it failed, in words that name what was to be loaded. */
  failed?: string
  children(data: T): ReactNode
}

/** A query's data; until it is there, a placeholder, or why it failed. */
export function Loaded<T>(props: LoadedProps<T>) {
  const { query, placeholder, failed = account.loadFailed, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <div aria-busy="true">{placeholder}</div>
  return (
    <LoadFailure
      text={`${failed}: ${reasonOf(query.error)}`}
      onRetry={() => void query.refetch()}
    />
  )
}
