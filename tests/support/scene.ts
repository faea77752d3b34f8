import { afterAll, beforeAll, expect } from 'vitest'
import type { LogEntry } from '#contract/events.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { type Asker, startAsker } from './asker.ts'
import { createFloeSigner, type FloeSigner, type FloeSignerOptions } from './floe-signer.ts'
import { speaking } from './pair.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'
import { credentialsIn } from './v2-group.ts'
import { present } from './v2-vectors.ts'

export interface SceneOptions {
  /** 2 of 3 unless told otherwise. */
  threshold?: number
  totalMembers?: number
  /** Indices of the members that ask as long as the scene lasts. */
  askers?: readonly number[]
  /**
   * Nodes have credentials of their generation only. Otherwise 2026 nodes have 1.x credentials too, hear
   * 1.x and refuse what it asks.
   */
  alone?: boolean
}

export interface SceneNodeOptions extends Partial<FloeSignerOptions> {
  /** Index of its share: 1 unless told otherwise. */
  idx?: number
}

/** A relay, and nodes and peers of one group that sign in one generation. */
export interface Scene {
  generation: ProtocolName
  relay: RelayFixture
  keyset: Keyset
  /** In the order they were named. */
  askers: readonly Asker[]
  /** A fresh node that the askers have met, which sends nothing by itself and stops when the test ends. */
  startNode(scope: Scope, options?: SceneNodeOptions): Promise<FloeSigner>
  /** A peer that nobody has met, which stops when the test ends. */
  startPeer(scope: Scope, idx: number): Promise<Asker>
  stop(): Promise<void>
}

export async function startScene(
  generation: ProtocolName,
  { threshold = 2, totalMembers = 3, askers: indices = [], alone = false }: SceneOptions = {},
): Promise<Scene> {
  const keyset = generateKeyset({ threshold, totalMembers })
  const relay = await RelayFixture.start()
  const start = (idx: number) => startAsker[generation]({ keyset, idx, relay: relay.url })
  const askers = await Promise.all(indices.map(start))
  return {
    generation,
    relay,
    keyset,
    askers,
    startNode: async (scope, { idx = 1, timings, ...options } = {}) => {
      const floe = createFloeSigner({
        relays: [relay.url],
        // The tests themselves cause what would be warned of.
        v1Mode: 'answer',
        timings: { startDelay: 60_000, ...timings },
        ...(alone
          ? credentialsIn(scope, generation, keyset, idx)
          : { ...credentialsIn(scope, '1.x', keyset, idx), ...speaking(scope, generation) }),
        ...options,
      })
      scope.onTestFinished(() => floe.node.stop())
      floe.node.start()
      await until(() => floe.node.isReady)
      for (const asker of askers) await asker.meet(floe.node.self.xonly)
      return floe
    },
    startPeer: async (scope, idx) => {
      const peer = await start(idx)
      scope.onTestFinished(() => peer.stop())
      return peer
    },
    stop: async () => {
      await Promise.all(askers.map((asker) => asker.stop()))
      await relay.stop()
    },
  }
}

/** A scene in each generation for all tests of a file; the nodes learn nothing of each other. */
export function scenesOfFile(): (generation: ProtocolName) => Scene {
  const scenes = new Map<ProtocolName, Scene>()
  beforeAll(async () => {
    for (const generation of protocolNames) {
      scenes.set(generation, await startScene(generation, { alone: true }))
    }
  })
  afterAll(async () => {
    for (const scene of scenes.values()) await scene.stop()
  })
  return (generation) => present(scenes.get(generation))
}

/** What was refused, and whose it was, in the order of the event log. */
export const refusals = ({ entries }: FloeSigner): { reason: string; peer: string | undefined }[] =>
  entries.flatMap(({ type, data }) => {
    const { reason, peer } = (data ?? {}) as { reason?: string; peer?: string }
    return type === 'bifrost' && reason !== undefined ? [{ reason, peer }] : []
  })

/** Why it was refused. */
export const reasons = (floe: FloeSigner): string[] => refusals(floe).map(({ reason }) => reason)

export const warnings = ({ entries }: FloeSigner): LogEntry[] =>
  entries.filter(({ type }) => type === 'warning')

export interface Refused {
  reason: string
  /** Who is named: the asker unless told otherwise. */
  source?: string
  /** How many messages tell the asker: none unless told otherwise. */
  told?: number
}

/**
 * Expects the one thing that a node was asked for to be refused: nothing is computed, the log says why,
 * and what comes after it is served.
 */
export async function expectRefused(
  floe: FloeSigner,
  asker: Asker,
  { reason, source = asker.xonly, told = 0 }: Refused,
): Promise<void> {
  const answers = asker.answers().length
  await until(() => refusals(floe).length > 0, { what: `the refusal: ${reason}` })
  // What comes after it is served, so nothing more can come for what was refused.
  await asker.ping(floe.node.self.xonly)
  expect(refusals(floe)).toEqual([{ reason, peer: source }])
  expect(asker.answers()).toHaveLength(answers + 1 + told)
  expect(floe.audited).toEqual([])
  expect(floe.node.peers.get(asker.xonly)?.partialSignatures).toBe(0)
  const received = floe.entries.filter(({ message }) => message.includes('request received'))
  expect(received).toEqual([])
}
