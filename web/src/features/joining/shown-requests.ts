import { ownerWarning } from '../../../../server/contract/messages.ts'
import type { OnboardingAsked, OnboardingRequests } from '../../../../server/contract/packages.ts'
import { JOINED_SHOWN } from '../../lib/limits.ts'

/** The status warnings about members that wait for the owner. */
export const askedWarnings = (answer: OnboardingRequests | undefined): string[] =>
  (answer?.requests ?? [])
    .filter(({ state }) => state === 'waiting')
    .map(({ pubkey, index }) => ownerWarning.onboardingAsked(pubkey.slice(0, 8), index))

/** Tells a member's request from a later one. */
export const requestKey = ({ pubkey, state, lastAskedAt }: OnboardingAsked): string =>
  `${pubkey} ${state} ${state === 'waiting' ? '' : lastAskedAt}`

/**
 * Which requests to show: always those that wait for the owner or for the device; the outcome of the
 * others for a while, unless it was hidden.
 *
 * @param now the server's time, Unix milliseconds
 */
export function shownRequests(
  requests: readonly OnboardingAsked[],
  { now, hidden }: { now: number; hidden: ReadonlySet<string> },
): OnboardingAsked[] {
  return requests.filter((request) => {
    if (request.state === 'waiting') return true
    if (hidden.has(requestKey(request))) return false
    return request.state === 'approved' || now - Date.parse(request.lastAskedAt) < JOINED_SHOWN
  })
}
