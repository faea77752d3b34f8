import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { decodersQuery } from '#web/lib/decoders.ts'
import { PartError } from '#web/lib/load-part.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { shell, credentials as texts } from '#web/texts/texts.ts'
import { Note } from '#web/ui/Note.tsx'
import { saveRecord } from './browser-records.ts'
import { CredentialFields } from './CredentialFields.tsx'
import { CredentialFieldsSkeleton } from './CredentialFieldsSkeleton.tsx'
import { envQuery } from './env.ts'
import { groupKeyOfPair } from './pair.ts'

/**
 * The credentials as fields. A sound pair is also kept in this browser, for recovery (specification,
 * section 4).
 */
export default function ShownCredentials({ keysetName }: { keysetName: string }) {
  const env = useQuery(envQuery)
  const { data: decoders, error: partError } = useQuery(decodersQuery)
  const { GROUP_CRED: group = '', SHARE_CRED: share = '', GROUP_NAME: name } = env.data ?? {}
  const isSound = decoders !== undefined && groupKeyOfPair(decoders, { group, share }) !== null
  useEffect(() => {
    if (isSound) saveRecord({ shareCredential: share, groupCredential: group, name })
  }, [isSound, share, group, name])

  if (partError) {
    const reason = partError instanceof PartError ? partError.reason : null
    if (reason === 'reported') return <CredentialFieldsSkeleton />
    return <Note kind="bad">{reason === null ? texts.partsMissing : shell.partFailed[reason]}</Note>
  }
  if (env.error && env.data === undefined) {
    return (
      <Note kind="warn">
        <span role="alert">{reasonOf(env.error)}</span>
      </Note>
    )
  }
  if (decoders === undefined || env.data === undefined) return <CredentialFieldsSkeleton />
  return <CredentialFields decoders={decoders} saved={{ group, share }} keysetName={keysetName} />
}
