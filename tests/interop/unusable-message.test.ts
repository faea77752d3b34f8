import { expect, onTestFinished, test } from 'vitest'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { nip44 } from '#crypto/nip44.ts'
import { signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { conversationKey } from '#protocol/v2/envelope.ts'
import { reasons, scenesOfFile } from '../support/scene.ts'
import { until } from '../support/until.ts'

const scope = { onTestFinished }
const sceneIn = scenesOfFile()
const KINDS = { '1.x': EVENT_KIND, '2026': V2_EVENT_KIND } as const

/** A message of another protocol on the same kind, as `@frostr/bifrost` 2.0.2 sends it: encrypted or plain. */
test.each<[ProtocolName, boolean]>(
  protocolNames.flatMap((name) =>
    [true, false].map((sealed) => [name, sealed] as [ProtocolName, boolean]),
  ),
)(
  'a member is heard in %s by messages that we can use, and no others (sealed: %s)',
  async (generation, isSealed) => {
    const scene = sceneIn(generation)
    const { node, ...floe } = await scene.startNode(scope)
    const { seckey = '' } = scene.keyset.shares[1] ?? {}
    const member = scene.keyset.group.commits[1]?.pubkey ?? ''
    const { xonly } = node.self
    const text = JSON.stringify({ method: 'ping', id: '1', version: 2 })
    const event = signEvent(
      {
        kind: KINDS[generation],
        created_at: Math.floor(Date.now() / 1000),
        tags: [['p', xonly]],
        content: isSealed ? nip44.encrypt(text, Buffer.from(conversationKey(seckey, xonly))) : text,
      },
      seckey,
      xOnly(member),
    )

    scene.relay.inject(event)
    await until(() => reasons({ node, ...floe }).length > 0)

    const peer = node.peers.get(member)
    expect(peer).toMatchObject({ heardIn2026: false, status: 'unknown', lastSeen: null })
    expect(peer?.protocols.size).toBe(0)
  },
)
