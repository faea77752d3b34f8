// What starting takes, and what is used while nothing happens: by a node of each kind, and by the
// whole server.
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { judged } from '../../support/figures.ts'
import type { Report } from '../part.ts'
import { startRelayProcess } from '../relay-process.ts'
import { measureStartUp } from '../start-up.ts'
import { median } from '../stats.ts'
import { startSubject } from '../subjects/process.ts'
import type { SubjectKind } from '../subjects/subject.ts'

const ROUNDS = 3
const IDLE = 5_000
const MB = 1024 * 1024
/** Of the server, as the image starts it. */
const IDLE_MB = 96

interface AtRest {
  /** Milliseconds, one figure a round. */
  startedIn: number[]
  /** Bytes. */
  rss: number[]
}

export async function measureAtRest(): Promise<Report> {
  const relay = await startRelayProcess()
  try {
    const { groupCredential: group, shareCredentials } = generateKeyset({
      threshold: 2,
      totalMembers: 3,
    })
    const [share = '', another = ''] = shareCredentials
    const options = { group, relays: [relay.url], absent: [] }
    const nodes: Record<SubjectKind, AtRest> = {
      genuine: { startedIn: [], rss: [] },
      floe: { startedIn: [], rss: [] },
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const genuine = await startSubject('genuine', { ...options, share: another })
      const floe = await startSubject('floe', { ...options, share })
      await sleep(IDLE)
      for (const [kind, subject] of Object.entries({ genuine, floe })) {
        const of = nodes[kind as SubjectKind]
        of.startedIn.push(subject.startedIn)
        of.rss.push(await subject.call('rss'))
        await subject.stop()
      }
    }
    const server = await measureStartUp({
      GROUP_CRED: group,
      SHARE_CRED: share,
      RELAYS: relay.url,
    })
    const row = (name: string, pick: (of: AtRest) => number[], unit: (value: number) => string) => [
      name,
      ...[nodes.genuine, nodes.floe].map((of) => unit(median(pick(of)))),
    ]
    return {
      title: 'starting, and at rest',
      rows: [
        ['', 'genuine', 'Floe'],
        row('node, start to ready (ms)', ({ startedIn }) => startedIn, ms),
        row('node, idle RSS (MB)', ({ rss }) => rss, mb),
        ['server, start to listening (ms)', '', ms(server.listening)],
        ['server, start to running (ms)', '', ms(server.running)],
        ['server, idle RSS (MB)', '', mb(server.idleRss)],
      ],
      figures: [
        judged(
          'server, idle RSS (MB)',
          mb(server.idleRss),
          `at most ${IDLE_MB}`,
          server.idleRss <= IDLE_MB * MB,
        ),
      ],
      data: { nodes, server },
    }
  } finally {
    await relay.stop()
  }
}

const ms = (value: number): string => value.toFixed(0)
const mb = (bytes: number): string => (bytes / MB).toFixed(0)
