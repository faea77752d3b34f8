import { AUTH_KIND, forgery, type NostrEvent } from './events.ts'

const MAX_AGE_S = 600

/**
 * Why an AUTH event does not prove its author to this relay (NIP-42), or undefined when it does.
 * `host` is the Host header that the client dialled with; `now` in milliseconds. The signature is
 * always checked: an AUTH without it would prove nothing.
 */
export function authProblem(
  event: NostrEvent,
  expected: { challenge: string; host: string; now: number },
): string | undefined {
  if (event.kind !== AUTH_KIND) return `invalid: AUTH needs an event of kind ${AUTH_KIND}`
  if (tagValue(event, 'challenge') !== expected.challenge) return 'invalid: wrong challenge'
  const host = hostOf(tagValue(event, 'relay') ?? '')
  if (host === undefined || host !== hostOf(`ws://${expected.host}`)) {
    return 'invalid: relay tag names another relay'
  }
  if (Math.abs(expected.now / 1000 - event.created_at) > MAX_AGE_S) {
    return 'invalid: created_at is more than 10 minutes off'
  }
  return forgery(event)
}

function tagValue(event: NostrEvent, name: string): string | undefined {
  return event.tags.find((tag) => tag[0] === name)?.[1]
}

function hostOf(url: string): string | undefined {
  if (!/^wss?:/i.test(url)) return undefined
  return URL.parse(url)?.host
}
