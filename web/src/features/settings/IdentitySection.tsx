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
  const query = useProfileAnswer()
  if (!saved.configured) return <p className="text-ink-2">{texts.noCredentials}</p>
  return (
    <Setting name="profile" title={profile.title}>
      <Loaded query={query} placeholder={<Skeleton className="h-20" />}>
        {({ enabled, fetchedAt }) => (
          <>
            <ProfileSwitch enabled={enabled} />
            {enabled && <Found isLooking={fetchedAt === undefined} />}
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

function Found({ isLooking }: { isLooking: boolean }) {
  const { name, picture } = useProfile()
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
        <p className="text-ink-3">{isLooking ? texts.profileLooking : texts.profileNone}</p>
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

const useProfileAnswer = () => useQuery(profileQuery)

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

interface Profile {
  /** Safe to show, on one line. */
  name?: string
  /** An address of this page, for an image. */
  picture?: string
}

/** The identity's nostr profile; empty where the owner has not switched it on, or nothing was found. */
function useProfile(): Profile {
  const { data } = useProfileAnswer()
  const { enabled = false, hasPicture = false, name, fetchedAt } = data ?? {}
  const { data: picture } = useQuery({
    queryKey: ['profile', SHOWN_KEYSET, 'picture', fetchedAt],
    queryFn: async ({ signal }) => {
      // The session goes as a header, which an image can't send.
      const { content } = await callForFile('GET', '/api/profile/picture', { signal })
      return content
    },
    enabled: enabled && hasPicture,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useAddressOf(enabled && hasPicture ? picture : undefined)
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { picture: address }),
  }
}

/** An address for bytes that the page has, as long as it is shown. */
function useAddressOf(content: Blob | undefined): string | undefined {
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
