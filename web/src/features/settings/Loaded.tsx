import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/query-client.ts'
import { common, account as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

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
    <Note kind="bad">
      <p role="alert" className="mb-3">
        {texts.loadFailed}: {reasonOf(query.error)}
      </p>
      <Button onClick={() => void query.refetch()}>{common.retry}</Button>
    </Note>
  )
}
