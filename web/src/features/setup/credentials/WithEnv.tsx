import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { common, shell } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { envQuery, withoutCredentials } from './env.ts'

export interface WithEnvProps {
  saved: CredentialsAnswer
  /** Back to where nothing secret is shown. */
  onBack(): void
  children(env: EnvAnswer): ReactNode
}

/** A screen that works on the credentials, shown once the server hands them out. */
export function WithEnv({ saved, onBack, children }: WithEnvProps) {
  const { data, error, refetch } = useQuery({ ...envQuery, enabled: saved.configured })
  const env = saved.configured ? data : { ...withoutCredentials(saved), ...data }
  if (env !== undefined) return children(env)
  if (error === null) return <p role="status">{common.loading}</p>
  return (
    <Note kind="warn">
      <p role="alert" className="mb-3">
        {shell.secretsFailed}: {reasonOf(error)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack}>{shell.tabs.signer}</Button>
        <Button kind="primary" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </div>
    </Note>
  )
}
