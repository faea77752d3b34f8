import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test } from 'vitest'
import { refusal, request } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { EcdhPackage } from '#protocol/v1/messages.ts'
import type { Signer } from '#signer/signer.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { counterparty } from '../support/counterparty.ts'
import { lying, RoguePeer } from '../support/rogue-peer.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { lyingIn, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const { Point } = secp256k1
const KEYS = 4

/** What a liar sends in place of the right part of the key (0) or of the blinded key (1). */
type Lie = (part: string, which: 0 | 1) => string

const scaled = (part: string) => Point.fromHex(part).multiply(3n).toHex(true)
const shifted = (part: string) => Point.fromHex(part).add(Point.BASE).toHex(true)

const negated = (part: string) => Point.fromHex(part).negate().toHex(true)

const lies: [string, Lie][] = [
  ['the part alone', (part, which) => (which === 0 ? scaled(part) : part)],
  ['the other part alone', (part, which) => (which === 1 ? scaled(part) : part)],
  ['both, scaled by the same number', scaled],
  ['both, shifted by the same point', shifted],
  ['one of them, negated', (part, which) => (which === 0 ? negated(part) : part)],
]
/** In 2026 this would be right: Igloo beta weights its part by its coefficient, -1 for the second of two. */
const negation: [string, Lie] = ['both, negated', negated]

interface Liar {
  name: string
  generation: ProtocolName
  /** Makes a member lie. */
  begin(members: Members, lie: Lie): void
}

interface Members {
  older: RoguePeer | undefined
  newer: V2Rogue | undefined
}

const partOf = (member: RoguePeer, asked: EcdhPackage, key: string) =>
  member.keyshare({ ...asked, ecdh_pk: key }).keyshare

const liars: Liar[] = [
  {
    name: 'a device of another make',
    generation: '1.x',
    begin: (members, lie) => {
      const older = present(members.older)
      older.conduct = lying<EcdhPackage>('/ecdh/res', (honest, { data }) => {
        const isFirst = (JSON.parse(data) as EcdhPackage).blinded !== undefined
        return { ...honest, keyshare: lie(honest.keyshare, isFirst ? 0 : 1) }
      })
    },
  },
  {
    name: 'another Floe',
    generation: '1.x',
    begin: (members, lie) => {
      const older = present(members.older)
      older.conduct = lying<EcdhPackage>('/ecdh/res', (honest, { data }) => {
        const asked = JSON.parse(data) as EcdhPackage
        const blinded = partOf(older, asked, present(asked.blinded).ecdh_pk)
        return { ...honest, keyshare: lie(honest.keyshare, 0), blinded_keyshare: lie(blinded, 1) }
      })
    },
  },
  {
    name: 'any device',
    generation: '2026',
    begin: (members, lie) => lieIn2026(members, lie),
  },
  {
    name: 'Igloo beta',
    generation: '2026',
    begin: (members, lie) => lieIn2026(members, (part, which) => lie(negated(part), which)),
  },
]

function lieIn2026(members: Members, lie: Lie): void {
  present(members.newer).conduct = lyingIn('EcdhResponse', (honest) => ({
    ...honest,
    entries: honest.entries.map(({ ecdh_pk, keyshare }, at) => ({
      ecdh_pk,
      keyshare: lie(keyshare, at === 0 ? 0 : 1),
    })),
  }))
}

/** Pings until every peer was heard in the protocol. */
async function met(node: Signer, generation: ProtocolName): Promise<void> {
  await until(async () => {
    await node.pingAll()
    return node.peers.all.every(({ protocols }) => protocols.has(generation))
  })
}

/** A Floe with the first share; the second member's device can be made to lie, the third's is honest. */
async function setUp(scope: Scope, generation: ProtocolName) {
  const relay = await startRelayFor(scope)
  const keyset = newKeyset()
  const [olders, newers] = [new Map<number, RoguePeer>(), new Map<number, V2Rogue>()]
  for (const idx of [2, 3]) {
    if (generation === '1.x') {
      olders.set(idx, await RoguePeer.start({ keyset, idx, relay: relay.url }))
    } else newers.set(idx, await V2Rogue.start(keyset, idx, relay.url))
  }
  scope.onTestFinished(async () => {
    for (const rogue of [...olders.values(), ...newers.values()]) await rogue.stop()
  })
  const server = await startServer(scope, {
    environment: firstShare(keyset, [relay.url], generation),
  })
  await server.status(({ nodeActive }) => nodeActive)
  const node = present(server.context.keysets.first.supervisor.signer ?? undefined)
  await met(node, generation)
  const mayAsk = (idx: number, allowSend: boolean) => {
    const { xonly } = present(node.peers.all.find((peer) => peer.idx === idx))
    node.peers.setPolicy(xonly, { allowSend, allowReceive: true })
  }
  const encrypt = async () => {
    const other = counterparty(keyset)
    const call = { peer_pubkey: other.pubkey, content: 'for two' }
    const answer = await server.post('/api/nip44/encrypt', call)
    const { result, error } = answer.body as { result?: string; error?: string }
    return { status: answer.status, error, opened: result && other.nip44.decrypt(result) }
  }
  const members = { older: olders.get(2), newer: newers.get(2) }
  const liar = present(node.peers.all.find((peer) => peer.idx === 2)).pubkey.slice(0, 8)
  const accused = `Peer ${liar} answered wrongly: ${refusal.keyshareWrong}`
  const accusations = () =>
    server.context.events.entries().filter(({ message }) => message === accused).length
  return { members, mayAsk, encrypt, liar, accusations }
}

const right = { status: 200, error: undefined, opened: 'for two' }

test.for(liars)(
  'A member that gives wrong parts in $generation, as $name, spoils no text',
  async ({ generation, begin }, scope) => {
    const { members, mayAsk, encrypt, liar, accusations } = await setUp(scope, generation)
    for (const [name, lie] of generation === '1.x' ? [...lies, negation] : lies) {
      begin(members, lie)
      for (let round = 0; round < KEYS; round += 1) {
        expect([name, await encrypt()]).toEqual([name, right])
      }
      mayAsk(3, false)
      const before = accusations()
      const error = request.keyshareWrong([liar])
      const refused = { status: expect.any(Number), error, opened: undefined }
      expect([name, await encrypt()]).toEqual([name, refused])
      expect([name, accusations()]).toEqual([name, before + 1])
      mayAsk(3, true)
    }
  },
)
