import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  Caller,
  CallerUpdate,
  CallerView,
  RuleRequest,
  RulesAnswer,
  RuleView,
  Whom,
} from '#contract/rules.ts'
import { call, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { rules as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { rulesQuery } from './rules.ts'

/** A caller that has a page of its own. */
export type RuledCaller = Caller & { door: 'peer' | 'app' | 'program' }

/** Adds a rule; it holds at once. */
export function useAddRule(onAdded: () => void) {
  const change = useChange()
  return useMutation({
    mutationFn: (rule: RuleRequest) => post<RuleView>('/api/rules', rule),
    onSuccess: (added) => {
      change((known) => ({ ...known, rules: [...known.rules, added] }))
      toastDone(texts.added)
      onAdded()
    },
    onError: (error) => toastFailed(texts.addFailed, reasonOf(error)),
  })
}

export function useDeleteRule() {
  const change = useChange()
  return useMutation({
    mutationFn: (id: number) => call('DELETE', `/api/rules/${id}`),
    onSuccess: (_none, id) => {
      change((known) => ({ ...known, rules: known.rules.filter((rule) => rule.id !== id) }))
      toastDone(texts.deleted)
    },
    onError: (error) => toastFailed(texts.deleteFailed, reasonOf(error)),
  })
}

/** Sets a caller's preset, or whether it is suspended. */
export function useSetCaller({ door, id }: Caller) {
  const change = useChange()
  return useMutation({
    scope: { id: `caller ${door} ${id}` },
    mutationFn: ({ update }: { update: CallerUpdate; message: string }) =>
      call<CallerView>('PUT', `/api/callers/${door}/${encodeURIComponent(id)}`, { body: update }),
    onSuccess: (view, { message }) => {
      change((known) => ({
        ...known,
        callers: [
          ...known.callers.filter(({ caller }) => !isSameCaller(caller, view.caller)),
          view,
        ],
      }))
      toastDone(message)
    },
    onError: (error) => toastFailed(texts.setFailed, reasonOf(error)),
  })
}

/** Shows a change at once, and reads the rules again. */
function useChange() {
  const queries = useQueryClient()
  const { queryKey } = rulesQuery
  return (change: (known: RulesAnswer) => RulesAnswer) => {
    queries.setQueryData(queryKey, (known) => known && change(known))
    void queries.invalidateQueries({ queryKey })
  }
}

const isSameCaller = (a: Caller, b: Caller): boolean => a.door === b.door && a.id === b.id

/** What is set for one caller, its own rules, and those that concern it among others. */
export function ofCaller({ rules, callers }: RulesAnswer, caller: Caller) {
  const set = callers.find((other) => isSameCaller(other.caller, caller))
  return {
    preset: set?.preset ?? null,
    suspended: set?.suspended ?? false,
    own: rules.filter(({ whom }) => isOwn(whom, caller)),
    others: rules.filter(({ whom }) => isAmongOthers(whom, caller)),
  }
}

const isOwn = (whom: Whom, caller: Caller): boolean =>
  typeof whom === 'object' && 'id' in whom && isSameCaller(whom, caller)

const isAmongOthers = (whom: Whom, { door }: Caller): boolean =>
  whom === 'everyone' || (!('id' in whom) && whom.door === door)
