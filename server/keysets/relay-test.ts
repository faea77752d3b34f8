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
import type { MessengerOptions } from '#signer/protocol.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { sealEcho } from '#signer/v1/echo.ts'
import { Messenger } from '#signer/v1/messenger.ts'
import { Messenger as V2Messenger } from '#signer/v2/messenger.ts'

/** Seals a message to ourselves, by protocol. */
const SEALERS: Record<
  ProtocolName,
  (options: MessengerOptions, self: string) => ProbeMessage['seal']
> = {
  '1.x': (options, self) => {
    const messenger = new Messenger(options)
    return () => sealEcho(messenger, self).event
  },
  '2026': (options, self) => {
    const messenger = new V2Messenger(options)
    return () => messenger.sealEcho(self).event
  },
}

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

function echoOf(name: ProtocolName, { key, sign, publish }: Prober): ProbeMessage {
  const options = { seckey: key.hexPrivateKey, sign, publish, wall: Date.now }
  return { kind: eventKindOf[name], seal: SEALERS[name](options, key.hexPublicKey) }
}
