import { settings as texts } from '../../texts/texts.ts'
import { Setting } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { useProfileAnswer } from '../profile/get-profile.ts'
import { useSaveProfile } from '../profile/save-profile.ts'
import { useProfile } from '../profile/use-profile.ts'
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
