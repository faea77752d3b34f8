import { afterAll, beforeAll, expect } from 'vitest'
import type { LogEntry } from '#contract/events.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { type Asker, startAsker } from './asker.ts'
import { createFloeSigner, type FloeSigner, type FloeSignerOptions } from './floe-signer.ts'
import { speaking } from './pair.ts'
import { SILENT } from './patient.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'
import { credentialsIn } from './v2-group.ts'
import { present } from './v2-vectors.ts'

export interface SceneOptions {
  /** 2 of 3 by default. */
  threshold?: number
  totalMembers?: number
  /** Indices of the members that are askers as long as the scene lasts. */
  askers?: readonly number[]
  /**
   * Nodes have only credentials of their protocol. Otherwise 2026 nodes have 1.x credentials, hear 1.x too,
   * and refuse requests in it.
   */
  alone?: boolean
}

export interface SceneNodeOptions extends Partial<FloeSignerOptions> {
  /** Index of its share; 1 by default. */
  idx?: number
}

/** A relay, and nodes and peers of one group that sign in one protocol. */
export interface Scene {
  generation: ProtocolName
  relay: RelayFixture
  keyset: Keyset
  /** In the order of `SceneOptions.askers`. */
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
        // Otherwise the node warns of the 1.x requests that the tests send.
        v1Mode: 'answer',
        timings: { ...SILENT, ...timings },
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

/**
 * A scene in each protocol for all tests of a file; their nodes know only the credentials of their protocol.
 */
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

/** The refused messages: why, and whose each was, in the order of the event log. */
export const refusals = ({ entries }: FloeSigner): { reason: string; peer: string | undefined }[] =>
  entries.flatMap(({ type, data }) => {
    const { reason, peer } = (data ?? {}) as { reason?: string; peer?: string }
    return type === 'bifrost' && reason !== undefined ? [{ reason, peer }] : []
  })

/** Why messages were refused. */
export const reasons = (floe: FloeSigner): string[] => refusals(floe).map(({ reason }) => reason)

export const warnings = ({ entries }: FloeSigner): LogEntry[] =>
  entries.filter(({ type }) => type === 'warning')

export interface Refused {
  reason: string
  /** The peer that the log names; by default the asker. */
  source?: string
  /** How many answers tell the asker of it; by default none. */
  told?: number
}

/**
 * Expects a node to refuse the one request that it got: nothing is computed, the log says why, and the next
 * request is served.
 */
export async function expectRefused(
  floe: FloeSigner,
  asker: Asker,
  { reason, source = asker.xonly, told = 0 }: Refused,
): Promise<void> {
  const answers = asker.answers().length
  await until(() => refusals(floe).length > 0, { what: `the refusal: ${reason}` })
  // The next request is served, so nothing more can come for the refused one.
  await asker.ping(floe.node.self.xonly)
  expect(refusals(floe)).toEqual([{ reason, peer: source }])
  expect(asker.answers()).toHaveLength(answers + 1 + told)
  expect(floe.audited).toEqual([])
  expect(floe.node.peers.get(asker.xonly)?.partialSignatures).toBe(0)
  const received = floe.entries.filter(({ message }) => message.includes('request received'))
  expect(received).toEqual([])
}
