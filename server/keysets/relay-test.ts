import { messageOf } from '#contract/message.ts'
import { eventKindOf, type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { normaliseRelayUrl, type RelayHosts } from '#contract/relay-url.ts'
import {
  type ProbeMessage,
  type ProbeOptions,
  type Prober,
  probeRelay,
  type RelayTest,
} from '#relay/probe.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { sealEcho } from '#signer/v1/echo.ts'
import { Messenger } from '#signer/v1/messenger.ts'
import { Messenger as V2Messenger } from '#signer/v2/messenger.ts'

/**
 * Tests relays with the kinds of events that the signer sends. Returns one result for each given relay, in order;
 * each relay is connected once. Never rejects.
 */
export async function testRelays(
  relays: readonly string[],
  {
    keyset,
    relayHosts,
    ...options
  }: { keyset: Pick<Supervisor, 'signer'>; relayHosts?: RelayHosts } & Pick<
    ProbeOptions,
    'signal' | 'bound'
  >,
): Promise<RelayTest[]> {
  // Without a signer both protocols are tested.
  const protocols = keyset.signer?.protocolNames ?? protocolNames
  const messages = (prober: Prober) => protocols.map((name) => echoOf(name, prober))
  const probes = new Map<string, Promise<RelayTest>>()
  return Promise.all(
    relays.map((relay): RelayTest | Promise<RelayTest> => {
      const url = normaliseRelayUrl(relay, relayHosts)
      if (!url.ok) {
        return { url: relay, connected: false, acceptsKind: false, echo: false, ...messageOf(url) }
      }
      const probe = probes.get(url.value) ?? probeRelay({ url: url.value, messages, ...options })
      probes.set(url.value, probe)
      return probe
    }),
  )
}

/** A message to ourselves. */
function echoOf(name: ProtocolName, { key, sign, publish }: Prober): ProbeMessage {
  const options = { seckey: key.hexPrivateKey, sign, publish, wall: Date.now }
  const self = key.hexPublicKey
  const seals = {
    '1.x': () => sealEcho(new Messenger(options), self).event,
    '2026': () => new V2Messenger(options).sealEcho(self).event,
  }
  return { kind: eventKindOf[name], seal: seals[name] }
}
