import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProfileAnswer, ProfileUpdate } from '#contract/profile.ts'
import { call, callForFile, get } from '../../lib/api-client.ts'
import { PROFILE_POLL, PROFILE_STALE } from '../../lib/limits.ts'
import { reasonOf, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Setting, SwitchRow } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast.ts'
import type { SectionProps } from './section-props.ts'

const { profile } = texts.single

/** Whether the identity's name and picture are looked for on nostr, and what was found. */
export default function IdentitySection({ saved }: SectionProps) {
  const query = useQuery(profileQuery)
  if (!saved.configured) return <p className="text-ink-2">{texts.noCredentials}</p>
  return (
    <Setting name="profile" title={profile.title}>
      <Loaded query={query} placeholder={<Skeleton className="h-20" />}>
        {(found) => (
          <>
            <ProfileSwitch enabled={found.enabled} />
            {found.enabled && <Found {...found} />}
          </>
        )}
      </Loaded>
    </Setting>
  )
}

function ProfileSwitch({ enabled }: { enabled: boolean }) {
  const save = useSaveProfile()
  return (
    <SwitchRow
      title={texts.profile}
      hint={texts.profileHint}
      checked={save.isPending ? save.variables.enabled : enabled}
      onChange={(next) => save.mutate({ enabled: next })}
    />
  )
}

function Found({ name, hasPicture, fetchedAt }: ProfileAnswer) {
  const picture = usePicture(hasPicture, fetchedAt)
  return (
    <div
      role="status"
      className="mt-3 flex min-h-16 items-center gap-3 rounded-md border border-line px-3.5 py-2.5"
    >
      {picture !== undefined && (
        <img src={picture} alt="" className="size-11 shrink-0 rounded-full object-cover" />
      )}
      {name !== undefined ? (
        <p className="min-w-0 font-medium wrap-break-word">{name}</p>
      ) : (
        <p className="text-ink-3">
          {fetchedAt === undefined ? texts.profileLooking : texts.profileNone}
        </p>
      )}
    </div>
  )
}

/** The identity's nostr profile; polled while the server has not fetched it yet. */
const profileQuery = queryOptions({
  queryKey: ['profile', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<ProfileAnswer>('/api/profile', signal),
  staleTime: PROFILE_STALE,
  refetchInterval: ({ state: { data } }) =>
    data?.enabled === true && data.fetchedAt === undefined ? PROFILE_POLL : false,
})

/** Switches looking for the profile on or off. */
function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'profile' },
    mutationFn: (body: ProfileUpdate) => call<ProfileAnswer>('PUT', '/api/profile', { body }),
    onSuccess: (saved) => queries.setQueryData(profileQuery.queryKey, saved),
    onError: (error) => toastFailed(texts.profileNotSaved, reasonOf(error)),
  })
}

/** The address of the identity's picture on this page; undefined where there is none, or none yet. */
function usePicture(exists: boolean, fetchedAt: string | undefined): string | undefined {
  const { data: content } = useQuery({
    queryKey: ['profile', SHOWN_KEYSET, 'picture', fetchedAt],
    queryFn: async ({ signal }) => {
      // The session goes as a header, which an image can't send.
      const { content } = await callForFile('GET', '/api/profile/picture', { signal })
      return content
    },
    enabled: exists,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [content])
  return address
}
