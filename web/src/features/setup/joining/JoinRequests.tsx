import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { OnboardingAsked, OnboardingRequests } from '#contract/packages.ts'
import { post } from '#web/lib/api-client.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { ago } from '#web/lib/time.ts'
import { joining as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { shortKey } from '#web/ui/short-key.ts'
import { toastDone, toastFailed } from '#web/ui/toast.ts'
import type { StateName } from '#web/ui/tone.ts'
import { useServerNow } from '../../home/server-clock.ts'
import { useNames } from '../../settings/use-names.ts'
import { requestsQuery } from './join-requests.ts'
import { requestKey, shownRequests } from './shown-requests.ts'

/** Devices that ask this one for the group; nothing if there are none. */
export function JoinRequests() {
  const requests = useShownRequests()
  const { shown, isWaiting } = requests
  return (
    <>
      <p role="status" className="sr-only">
        {isWaiting && texts.requests}
      </p>
      {shown.length > 0 && (
        <Card title={isWaiting ? texts.requests : texts.requestsDecided}>
          <RequestList {...requests} />
        </Card>
      )}
    </>
  )
}

interface Requests {
  shown: OnboardingAsked[]
  isWaiting: boolean
  /** Unix milliseconds. */
  now: number
  onHide(request: OnboardingAsked): void
}

/** The devices that ask, and those that asked a while ago, until their requests are hidden. */
export function useShownRequests(): Requests {
  const { data } = useQuery(requestsQuery)
  const now = useServerNow()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = shownRequests(data?.requests ?? [], { now, hidden })
  return {
    shown,
    now,
    isWaiting: shown.some(({ state }) => state === 'waiting'),
    onHide: (request) => setHidden(new Set([...hidden, requestKey(request)])),
  }
}

export function RequestList({ shown, isWaiting, now, onHide }: Requests) {
  return (
    <>
      {isWaiting && <p className="px-4 pt-3 text-sm text-ink-2">{texts.requestsLead}</p>}
      <ul className="divide-y divide-line">
        {shown.map((request) => (
          <RequestRow
            key={request.pubkey}
            request={request}
            now={now}
            onHide={() => onHide(request)}
          />
        ))}
      </ul>
    </>
  )
}

const ICONS: Record<OnboardingAsked['state'], StateName> = {
  waiting: 'wait',
  approved: 'wait',
  answered: 'ok',
  refused: 'bad',
}

interface RequestRowProps {
  request: OnboardingAsked
  /** Unix milliseconds. */
  now: number
  onHide(): void
}

function RequestRow({ request, now, onHide }: RequestRowProps) {
  const { pubkey, index, state, lastAskedAt } = request
  const decide = useDecide(request)
  const answer = (approve: boolean) => !decide.isPending && decide.mutate(approve)
  const word = texts.requestStates[state]
  const name = useNames().of(pubkey)
  return (
    <li className="flex items-start gap-2.5 px-4 py-3">
      <span aria-hidden className="mt-0.5">
        <StateIcon state={ICONS[state]} word="" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium wrap-anywhere">{name ?? texts.member(index)}</span>
            <span className="min-w-0 truncate font-mono text-mono" title={pubkey}>
              {shortKey(pubkey)}
            </span>
          </p>
          <p className="text-sm text-ink-3">
            {word} · {texts.asked(ago(lastAskedAt, now))}
          </p>
        </div>
        {(state === 'waiting' || state === 'refused') && (
          <div className="ml-auto flex flex-wrap justify-end gap-2">
            {state === 'waiting' && (
              <Button
                aria-label={texts.refuseMember(index)}
                aria-disabled={decide.isPending}
                onClick={() => answer(false)}
              >
                {texts.refuse}
              </Button>
            )}
            <Button
              kind={state === 'waiting' ? 'primary' : 'plain'}
              aria-label={texts.allowMember(index)}
              aria-disabled={decide.isPending}
              onClick={() => answer(true)}
            >
              {texts.allow}
            </Button>
          </div>
        )}
      </div>
      {state !== 'waiting' && (
        <IconButton
          icon={X}
          label={texts.hideMember(index)}
          onClick={onHide}
          className="-my-1 -mr-2"
        />
      )}
    </li>
  )
}

/** Decides whether a device that asks may have the group. */
function useDecide({ pubkey, index }: OnboardingAsked) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (approve: boolean) =>
      post<OnboardingRequests>(`/api/joining/requests/${pubkey}`, { approve }),
    onSuccess: (answer, approve) => {
      queries.setQueryData(requestsQuery.queryKey, answer)
      toastDone(approve ? texts.allowed(index) : texts.refused(index))
    },
    onError: (error) => toastFailed(texts.decisionFailed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: requestsQuery.queryKey }),
  })
}
