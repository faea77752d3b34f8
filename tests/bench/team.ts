import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetParameters } from '#protocol/keyset-parameters.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { until } from '../support/until.ts'
import { type SubjectProcess, startSubject } from './subjects/process.ts'
import type { SubjectKind } from './subjects/subject.ts'

/** Just the members of one group that sign together: one asks, the others answer. */
export interface Team {
  asker: SubjectProcess
  answerers: SubjectProcess[]
  stop(): Promise<void>
}

export interface TeamOptions extends Partial<KeysetParameters> {
  asker: SubjectKind
  answerers: SubjectKind
  relays: string[]
  /** Relays that only the asker knows. */
  askerRelays?: string[]
  /** What all speak: 1.x unless told otherwise; only Floe speaks 2026. */
  generation?: ProtocolName
  /** How many rules each has; none unless told otherwise. */
  rules?: number
  /** Whether the asker pings the others first, as it does unless told otherwise. */
  meets?: boolean
}

/** On the repository's disk: what a commit takes is measured too. */
const ARTEFACTS = join(import.meta.dirname, '../../.artefacts')

/** Starts a team, 2-of-3 unless told otherwise; resolves when the asker reaches all the others. */
export async function startTeam(options: TeamOptions): Promise<Team> {
  const { threshold = 2, totalMembers = 3, relays, askerRelays = [] } = options
  const { generation = '1.x', rules = 0, meets = true } = options
  const {
    groupCredential: group,
    shareCredentials,
    ...keyset
  } = generateKeyset({
    threshold,
    totalMembers,
  })
  const absent = keyset.group.commits.slice(threshold).map(({ pubkey }) => pubkey.slice(2))
  const started: SubjectProcess[] = []
  mkdirSync(ARTEFACTS, { recursive: true })
  const folder = mkdtempSync(join(ARTEFACTS, 'team-'))
  const stop = async () => {
    await Promise.all(started.map((subject) => subject.stop()))
    rmSync(folder, { recursive: true })
  }
  const noncesOf = (at: number) => {
    const nonces = join(folder, String(at))
    mkdirSync(nonces)
    return nonces
  }
  const start = async (kind: SubjectKind, at: number, also: string[]) => {
    const share = shareCredentials[at] ?? ''
    const subject = await startSubject(kind, {
      group,
      share,
      relays: [...relays, ...also],
      ...{ absent, rules },
      ...(generation === '2026' && { nonces: noncesOf(at) }),
    })
    started.push(subject)
    return subject
  }
  try {
    const answerers: SubjectProcess[] = []
    for (let at = 1; at < threshold; at += 1) {
      answerers.push(await start(options.answerers, at, []))
    }
    const asker = await start(options.asker, 0, askerRelays)
    for (const { pubkey } of meets ? answerers : []) {
      const ping = { action: { do: 'ping', peer: pubkey }, atATime: 1 } as const
      const answers = async () => (await asker.call('work', ping)).failed === 0
      await until(answers, { timeout: 30_000, what: 'a team to reach its members' })
    }
    return { asker, answerers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
