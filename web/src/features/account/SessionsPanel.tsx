import type { SessionList } from '#contract/auth.ts'
import { ago } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { account as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { describeActor } from '../audit/describe-entry.ts'
import { useEndOtherSessions, useEndSession } from './end-session.ts'
import { useSessions } from './get-sessions.ts'
import { Loaded } from './Loaded.tsx'

/** The open sessions. Each can be ended except this one, for which there is Logout; or all others. */
export function SessionsPanel() {
  const query = useSessions()
  const now = useNow()
  const endOthers = useEndOtherSessions()
  const hasOthers = query.data?.sessions.some(({ current }) => !current)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{texts.sessionsLead}</p>
        {hasOthers && (
          <Button
            aria-disabled={endOthers.isPending}
            onClick={() => !endOthers.isPending && endOthers.mutate()}
          >
            {texts.endOthers}
          </Button>
        )}
      </div>
      <Loaded query={query} placeholder={<Skeleton className="h-14.5" />}>
        {({ sessions }) => (
          <ul className="divide-y divide-line rounded-md border border-line">
            {sessions.map((session) => (
              <SessionRow key={session.handle} session={session} now={now} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

interface SessionRowProps {
  session: SessionList['sessions'][number]
  /** Milliseconds since 1970. */
  now: number
}

function SessionRow({ session, now }: SessionRowProps) {
  const { handle, userId, createdAt, lastUsedAt, current, address, browser } = session
  const end = useEndSession()
  const user = describeActor(userId)
  const signedIn = ago(createdAt, now)
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium">{browser ?? texts.someProgram}</p>
        <p className="text-sm text-ink-2">
          {texts.sessionFacts(user, address, ago(lastUsedAt, now))}
        </p>
        <p className="text-xs text-ink-3">{texts.signedIn(signedIn)}</p>
      </div>
      {current ? (
        <Chip tone="ice">{texts.thisSession}</Chip>
      ) : (
        <Button
          aria-label={texts.endSession(user, signedIn)}
          aria-disabled={end.isPending}
          onClick={() => !end.isPending && end.mutate(handle)}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}
