import type { NostrEvent } from '#contract/nostr.ts'
import { RelayHub } from '#relay/pool.ts'
import type { Line, LineOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { RelayTimings } from '#relay/timings.ts'
import { keyPair, makeEvent } from '../../relay-fixture/test-support.ts'
import { QUICK } from './relay-client.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

/** A hub with short timings for a test's lines. */
export const quickHub = (timings: Partial<RelayTimings> = {}): RelayHub =>
  new RelayHub({ timings: { ...QUICK, ...timings } })

/** A line with an identity, which listens for what is addressed to it. */
export interface Person {
  line: Line
  /** Ids of what has come, in order. */
  heard: string[]
  /** Each relay's status, at each change. */
  changes: RelayStatus[]
  /** Publishes something from this identity to another. */
  publish(to?: number, content?: string): ReturnType<Line['publish']>
  /** Something to this identity, from another. */
  mailBy(n: number, content?: string): NostrEvent
  /** The first relay's status for this line. */
  status(): RelayStatus
}

/** A person with the fixture's key n, whose line is started, and stops when the test ends. */
export function person(
  scope: Scope,
  hub: RelayHub,
  n: number,
  { urls, ...options }: LineOptions,
): Person {
  const key = keyPair(n)
  const heard: string[] = []
  const changes: RelayStatus[] = []
  const mail = (by: number, to: number, content: string) =>
    makeEvent({ tags: [['p', keyPair(to).pubkey]], content }, keyPair(by))
  const line = hub.line({
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
