import type { NostrEvent } from '#contract/nostr.ts'
import { RelayPool } from '#relay/pool.ts'
import type { RelaySession, RelaySessionOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { RelayTimings } from '#relay/timings.ts'
import { keyPair, makeEvent } from '../../relay-fixture/test-support.ts'
import { QUICK } from './relay-client.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

/** A relay pool with short timings. */
export const quickPool = (timings: Partial<RelayTimings> = {}): RelayPool =>
  new RelayPool({ timings: { ...QUICK, ...timings } })

/** A line with an identity, which listens for what is addressed to it. */
export interface Person {
  line: RelaySession
  /** Ids of what has come, in order. */
  heard: string[]
  /** Each relay's status, at each change. */
  changes: RelayStatus[]
  /** Publishes something from this identity to another. */
  publish(to?: number, content?: string): ReturnType<RelaySession['publish']>
  /** Something to this identity, from another. */
  mailBy(n: number, content?: string): NostrEvent
  /** The first relay's status for this line. */
  status(): RelayStatus
}

/** A person with the fixture's key n, whose line is started, and stops when the test ends. */
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
  const line = relayPool.line({
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
  scope.onTestFinished(() => line.stop())
  line.subscribe([{ '#p': [key.pubkey] }], ({ id }) => heard.push(id))
  line.start()
  return {
    line,
    heard,
    changes,
    publish: (to = n, content = '') => line.publish(mail(n, to, content)),
    mailBy: (by, content = '') => mail(by, n, content),
    status: () => {
      const [status] = line.statuses
      if (!status) throw new Error('no relay')
      return status
    },
  }
}

/** Resolves when each of them hears all of its relays. */
export const allHear = (...people: Person[]): Promise<void> =>
  until(() => people.every(({ line }) => line.heard === line.statuses.length))
