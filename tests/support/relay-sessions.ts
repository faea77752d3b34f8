import type { NostrEvent } from '#contract/nostr.ts'
import type { RelayTimings } from '#relay/limits.ts'
import { RelayPool } from '#relay/pool.ts'
import type { RelaySession, RelaySessionOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { keyPair, makeEvent } from '../../relay-fixture/test-support.ts'
import { QUICK } from './relay-client.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

/** A relay pool with short timings. */
export const quickPool = (timings: Partial<RelayTimings> = {}): RelayPool =>
  new RelayPool({ timings: { ...QUICK, ...timings } })

/** A relay session with a key of its own, subscribed to events for that key. */
export interface Person {
  session: RelaySession
  /** Ids of the received events, in order. */
  heard: string[]
  /** Each relay's status, at each change. */
  changes: RelayStatus[]
  /** Publishes an event from this person to another, by default to itself. */
  publish(to?: number, content?: string): ReturnType<RelaySession['publish']>
  /** An event from person n to this one. */
  mailBy(n: number, content?: string): NostrEvent
  /** The first relay's status for this session. */
  status(): RelayStatus
}

/** A person with the fixture's key n, whose session is started, and stops when the test ends. */
export function person(
  scope: Scope,
  relayPool: RelayPool,
  n: number,
  { urls, ...options }: RelaySessionOptions,
): Person {
  const key = keyPair(n)
  const heard: string[] = []
  const changes: RelayStatus[] = []
  const mail = (by: number, to: number, content: string) =>
    makeEvent({ tags: [['p', keyPair(to).pubkey]], content }, keyPair(by))
  const session = relayPool.session({
    urls,
    authenticate: (challenge, url) =>
      makeEvent(
        {
          kind: 22_242,
          tags: [
            ['relay', url],
            ['challenge', challenge],
          ],
        },
        key,
      ),
    onChange: (status) => changes.push(status),
    ...options,
  })
  scope.onTestFinished(() => session.stop())
  session.subscribe([{ '#p': [key.pubkey] }], ({ id }) => heard.push(id))
  session.start()
  return {
    session,
    heard,
    changes,
    publish: (to = n, content = '') => session.publish(mail(n, to, content)),
    mailBy: (by, content = '') => mail(by, n, content),
    status: () => {
      const [status] = session.statuses
      if (!status) throw new Error('no relay')
      return status
    },
  }
}

/** Resolves when each person hears all of its relays. */
export const allHear = (...people: Person[]): Promise<void> =>
  until(() => people.every(({ session }) => session.heard === session.statuses.length))
