import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndedSessions, SessionList } from '#contract/auth.ts'
import { call, deleteIfThere, get } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { ago } from '../../lib/time.ts'
import { account as accountTexts, settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { describeActor, isApiKey } from '../activity/describe-entry.ts'
import { authStatusQuery } from '../auth/access.ts'
import { PasswordForm } from '../auth/PasswordForm.tsx'
import { useServerNow } from '../home/server-clock.ts'
import type { SectionProps } from './section-props.ts'

const { password, sessions } = texts.single

/** What the owner signs in with, and where somebody is signed in. */
export default function LoginSection({ userId, onCheckAccess }: SectionProps) {
  return (
    <Settings>
      <Setting name="sessions" title={sessions.title}>
        <SessionsPanel />
      </Setting>
      {userId !== null && (
        <Setting name="password" title={password.title}>
          <LoginPanel userId={userId} onDone={onCheckAccess} />
        </Setting>
      )}
    </Settings>
  )
}

interface LoginPanelProps {
  userId: string
  onDone(): void
}

/** Sets or changes username and password. */
function LoginPanel({ userId, onDone }: LoginPanelProps) {
  const status = useQuery(authStatusQuery)
  return (
    <Loaded query={status} placeholder={<Skeleton className="h-80" />}>
      {({ needsCurrentPassword = true }) => (
        <div className="max-w-sm">
          <PasswordForm
            lead={accountTexts.loginLead}
            username={isApiKey(userId) ? '' : userId}
            needsCurrent={needsCurrentPassword}
            submit={accountTexts.changeLogin}
            onDone={onDone}
          />
        </div>
      )}
    </Loaded>
  )
}

/** The open sessions. Each can be ended except this one, for which there is Logout; or all others. */
function SessionsPanel() {
  const query = useSessions()
  const now = useServerNow()
  const endOthers = useEndOtherSessions()
  const hasOthers = query.data?.sessions.some(({ current }) => !current)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{accountTexts.sessionsLead}</p>
        {hasOthers && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {accountTexts.endOthers}
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
        <p className="font-medium">{browser ?? accountTexts.someProgram}</p>
        <p className="text-sm text-ink-2">
          {accountTexts.sessionFacts(user, address, ago(lastUsedAt, now))}
        </p>
        <p className="text-sm text-ink-3">{accountTexts.signedIn(signedIn)}</p>
      </div>
      {current ? (
        <Chip tone="ice">{accountTexts.thisSession}</Chip>
      ) : (
        <Button
          aria-label={accountTexts.endSession(user, signedIn)}
          busy={end.isPending}
          onClick={() => end.mutate(handle)}
        >
          {accountTexts.end}
        </Button>
      )}
    </li>
  )
}

/** The sessions that are open, the last used first. */
const useSessions = () =>
  useQuery({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => get<SessionList>('/api/auth/sessions', signal),
  })

/** Ends a session by its handle; one that has already ended is fine too. */
function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (handle: string) =>
      deleteIfThere(`/api/auth/sessions/${encodeURIComponent(handle)}`),
    onSuccess: () => toastDone(accountTexts.sessionEnded),
    onError: (error) => toastFailed(accountTexts.sessionNotEnded, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  })
}

/** Ends all sessions but this page's. */
function useEndOtherSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<EndedSessions>('DELETE', '/api/auth/sessions'),
    onSuccess: ({ ended }) => toastDone(accountTexts.othersEnded(ended)),
    onError: (error) => toastFailed(accountTexts.othersNotEnded, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  })
}
