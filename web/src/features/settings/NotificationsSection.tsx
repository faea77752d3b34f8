import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import type { NotifyAnswer, NotifyRequest, notifyTried } from '#contract/notify.ts'
import { call, get, post } from '../../lib/api-client.ts'
import { reasonOf, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { ago } from '../../lib/time.ts'
import { notificationsPanel as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { Markable } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useServerNow } from '../home/server-clock.ts'
import { requestOf } from './notification-form.ts'

/** The webhook for notifications: shown, tried, saved and removed. */
export default function NotificationsSection() {
  const query = useQuery(notifyQuery)
  return (
    <Markable name="where">
      <p className="mb-4 text-sm text-ink-2">{texts.lead}</p>
      <Loaded query={query} placeholder={<Skeleton className="h-14.5" />}>
        {(notify) => (
          <>
            <InForce notify={notify} />
            <ChannelForm hasToken={notify.hasToken && notify.source === 'saved'} />
          </>
        )}
      </Loaded>
    </Markable>
  )
}

function InForce({ notify: { source, host, hasToken, last, waiting } }: { notify: NotifyAnswer }) {
  const remove = useRemoveNotify()
  const now = useServerNow()
  if (source === 'none' || host === undefined) {
    return <p className="rounded-md border border-line px-3.5 py-3 text-ink-3">{texts.none}</p>
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3.5 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{texts.goesTo(host, hasToken)}</p>
        <p className={last?.ok === false ? 'text-sm text-bad' : 'text-sm text-ink-2'}>
          {last === null
            ? texts.noneYet
            : last.ok
              ? texts.lastOk(ago(last.at, now))
              : texts.lastFailed(ago(last.at, now), translateMessage(last.error ?? texts.noReason))}
          {waiting > 0 && ` ${texts.waiting(waiting)}`}
        </p>
        {source === 'environment' && <p className="text-sm text-ink-3">{texts.fromEnvironment}</p>}
      </div>
      {source === 'saved' && (
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          {texts.remove}
        </Button>
      )}
    </div>
  )
}

function ChannelForm({ hasToken }: { hasToken: boolean }) {
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const [isTried, setTried] = useState(false)
  const attempt = useTryNotify()
  const save = useSaveNotify()
  const filled = requestOf({ url, token }, new URL('.', location.href).href)
  const problems = filled.ok || !isTried ? {} : filled.problems
  const busy = attempt.isPending || save.isPending

  function attemptIt() {
    setTried(true)
    if (filled.ok) attempt.mutate(filled.request)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (filled.ok && !busy) save.mutate(filled.request, { onSuccess: clear })
  }

  function clear() {
    setUrl('')
    setToken('')
    setTried(false)
    attempt.reset()
  }

  return (
    <form onSubmit={submit} className="mt-4 grid grid-cols-1 gap-3">
      <Field
        type="url"
        label={texts.url}
        hint={texts.urlHint}
        placeholder={texts.urlPlaceholder}
        autoComplete="off"
        value={url}
        onText={setUrl}
        error={problems.url}
      />
      <SecretField
        label={texts.token}
        hint={hasToken ? texts.tokenKept : texts.tokenHint}
        autoComplete="off"
        value={token}
        onText={setToken}
        error={problems.token}
      />
      <div role="status" className="empty:hidden">
        {attempt.isSuccess && !attempt.isPending && (
          <Note kind={attempt.data.ok ? 'ok' : 'bad'}>
            {attempt.data.ok
              ? texts.tried
              : texts.triedFailed(translateMessage(attempt.data.error ?? texts.noReason))}
          </Note>
        )}
        {attempt.error !== null && (
          <Note kind="bad">{texts.triedFailed(reasonOf(attempt.error))}</Note>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={attemptIt}>
          {attempt.isPending ? texts.trying : texts.try}
        </Button>
        <Button type="submit" kind="primary" busy={busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

/** The address of notifications, and the result of the last one. */
const notifyQuery = queryOptions({
  queryKey: ['notify', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<NotifyAnswer>('/api/notify', signal),
})

/** Longer than the server waits for where it posts to. Milliseconds. */
const TRY_TIMEOUT = 30_000

/** Posts a test notification to an address, saved or not. */
const useTryNotify = () =>
  useMutation({
    mutationFn: (request: NotifyRequest) =>
      post<z.infer<typeof notifyTried>>('/api/notify/test', request, { timeout: TRY_TIMEOUT }),
  })

/** Saves the address of notifications. */
function useSaveNotify() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NotifyRequest) => call<NotifyAnswer>('PUT', '/api/notify', { body }),
    onSuccess: (answer) => {
      queries.setQueryData(notifyQuery.queryKey, answer)
      toastDone(texts.saved)
    },
    onError: (error) => toastFailed(texts.saveFailed, reasonOf(error)),
    // The token must not stay in the cache.
    gcTime: 0,
  })
}

/** Removes the saved address. */
function useRemoveNotify() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<NotifyAnswer>('DELETE', '/api/notify'),
    onSuccess: (answer) => {
      queries.setQueryData(notifyQuery.queryKey, answer)
      toastDone(texts.removed)
    },
    onError: (error) => toastFailed(texts.removeFailed, reasonOf(error)),
  })
}
