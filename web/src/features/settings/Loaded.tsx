import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/query-client.ts'
import { account as texts } from '../../texts/texts.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The placeholder until then. */
  placeholder: ReactNode
  children(data: T): ReactNode
}

/** A query's data; until it is there, a placeholder, or why it failed. */
export function Loaded<T>({ query, placeholder, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <div aria-busy="true">{placeholder}</div>
  return (
    <LoadFailure
      text={`${texts.loadFailed}: ${reasonOf(query.error)}`}
      onRetry={() => void query.refetch()}
    />
  )
}
