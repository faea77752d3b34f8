import type { OnboardingAsked } from '#contract/packages.ts'
import { JOINED_SHOWN } from '#web/lib/limits.ts'

/** Distinguishes a device's request from its later ones. */
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
