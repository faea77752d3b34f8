import { GenericContainer, Wait } from 'testcontainers'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { call } from '../../support/api-server.ts'
import type { Scope } from '../../support/scope.ts'
import { makeNetwork, Started, start } from './containers.ts'
import { images } from './images.ts'

const PEER_PORT = 7780
export const RELAY_NAME = 'relay.floe.test'
export const RELAY_URL = `ws://${RELAY_NAME}:7777`

/** Starts a relay, by default under the name in `RELAY_URL`. @param options `command` replaces the image's */
export function startRelay(
  scope: Scope,
  network: string,
  { name = RELAY_NAME, command }: { name?: string; command?: string[] } = {},
): Promise<Started> {
  const relay = new GenericContainer(images.relay)
    .withNetworkMode(network)
    .withNetworkAliases(name)
    .withWaitStrategy(Wait.forLogMessage(/^relay ws:/))
  return start(scope, command === undefined ? relay : relay.withCommand(command))
}

/** A genuine node in a container. */
export class Peer extends Started {
  /** Asks these members (x-only keys), by default any, for a signature of a hash. */
  async sign(hash: string, members?: string[]): Promise<{ ok: boolean }> {
    const body = JSON.stringify({ name: 'sign', args: [hash, members] })
    const answer = await call(await this.urlOf(PEER_PORT), { method: 'POST', body })
    return answer.body as { ok: boolean }
  }
}

async function startPeer(scope: Scope, network: string, keyset: Keyset): Promise<Peer> {
  const { id } = await start(
    scope,
    new GenericContainer(images.peer)
      .withNetworkMode(network)
      .withEnvironment({
        GROUP_CRED: keyset.groupCredential,
        SHARE_CRED: keyset.shareCredentials[1] ?? '',
        RELAYS: JSON.stringify([RELAY_URL]),
      })
      .withExposedPorts(PEER_PORT)
      .withWaitStrategy(Wait.forLogMessage(/^peer /)),
  )
  return new Peer(id)
}

/** A 2-of-3 keyset, its network and relay, and a genuine peer with the second share. */
export interface Group {
  network: string
  keyset: Keyset
  relay: Started
  peer: Peer
}

export async function startGroup(scope: Scope): Promise<Group> {
  const network = await makeNetwork(scope)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const relay = await startRelay(scope, network)
  const peer = await startPeer(scope, network, keyset)
  return { network, keyset, relay, peer }
}

let shared: Promise<Group> | undefined

/**
 * One group for all files of a worker that leave relay and peer as they are. It is removed with the run.
 */
export function sharedGroup(): Promise<Group> {
  shared ??= startGroup({ onTestFinished: () => {} })
  return shared
}

/** The four credentials of a member of the group. */
export const settingsOf = ({ keyset }: Pick<Group, 'keyset'>) => ({
  GROUP_CRED: keyset.groupCredential,
  SHARE_CRED: keyset.shareCredentials[0] ?? '',
  GROUP_NAME: 'Test keyset',
  RELAYS: JSON.stringify([RELAY_URL]),
})
