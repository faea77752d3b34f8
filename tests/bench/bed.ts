import type { KeysetParameters } from '#protocol/keyset-parameters.ts'
import { type RelayProcess, startRelayProcess } from './relay-process.ts'
import { startTeam, type Team } from './team.ts'

/**
 * Who asks whom: the four ways a genuine node and Floe can meet in 1.x, Floe with Floe in 2026, and Floe
 * with rules in either.
 */
export const MEETINGS = {
  genuine: { asker: 'genuine', answerers: 'genuine' },
  floeAsks: { asker: 'floe', answerers: 'genuine' },
  floeAnswers: { asker: 'genuine', answerers: 'floe' },
  floe: { asker: 'floe', answerers: 'floe' },
  next: { asker: 'floe', answerers: 'floe', generation: '2026' },
  ruled: { asker: 'floe', answerers: 'floe', rules: 200 },
  nextRuled: { asker: 'floe', answerers: 'floe', generation: '2026', rules: 200 },
} as const

export type Meeting = keyof typeof MEETINGS

/** Those in 1.x. */
export const ALL_MEETINGS = ['genuine', 'floeAsks', 'floeAnswers', 'floe'] as const
export type V1Meeting = (typeof ALL_MEETINGS)[number]

export const MEETING_NAMES: Record<Meeting, string> = {
  genuine: 'genuine asks genuine',
  floeAsks: 'Floe asks genuine',
  floeAnswers: 'genuine asks Floe',
  floe: 'Floe asks Floe',
  next: 'Floe asks Floe in 2026',
  ruled: 'Floe asks Floe with 200 rules',
  nextRuled: 'Floe asks Floe with 200 rules in 2026',
}

/** Milliseconds. */
const WARM_UP = 1_500

/** A relay, and a team for each meeting that is measured. */
export interface Bed<M extends Meeting> {
  relay: RelayProcess
  teams: Record<M, Team>
}

export interface BedOptions extends Partial<KeysetParameters> {
  /**
   * Milliseconds for each team, and some more. V8 compiles what has run some hundred times: a fast node
   * paired with a slow one takes as long to get there as the slow one.
   */
  warmUp?: number
}

/** Makes a bed, warms up its teams, has them measured, and takes it down. */
export async function withBed<M extends Meeting, T>(
  meetings: readonly M[],
  { warmUp = WARM_UP, ...group }: BedOptions,
  use: (bed: Bed<M>) => Promise<T>,
): Promise<T> {
  const relay = await startRelayProcess()
  const teams = {} as Record<M, Team>
  try {
    for (const meeting of meetings) {
      teams[meeting] = await startTeam({ ...group, ...MEETINGS[meeting], relays: [relay.url] })
    }
    for (const { asker } of Object.values<Team>(teams)) {
      // The genuine node's queue mostly waits, and warms nobody up.
      await asker.call('work', { action: { do: 'queue' }, atATime: 1, duration: warmUp / 8 })
      const action = { do: 'sign', hashes: 1 } as const
      await asker.call('work', { action, atATime: 1, duration: warmUp })
    }
    return await use({ relay, teams })
  } finally {
    await Promise.all(Object.values<Team>(teams).map((team) => team.stop()))
    await relay.stop()
  }
}
