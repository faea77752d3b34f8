import type { HandOutAnswer, Spare, SparesAnswer } from '../../server/contract/spares.ts'
import { handOutAnswer, sparesAnswer } from '../../server/contract/spares.ts'
import type { KeysetContext } from '../../server/keyset-context.ts'
import { type ApiServer, startServer } from './api-server.ts'
import { fitting } from './fitting.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

type Calls = Pick<ApiServer, 'get' | 'post' | 'status'>

/** A fresh keyset of 2026 on a server that has none. */
export async function createKeyset(
  server: Calls,
  relays: readonly string[],
  sizes = { threshold: 2, totalMembers: 3 },
): Promise<void> {
  const made = await server.post('/api/keyset', { name: 'Family', ...sizes, relays })
  if (made.status !== 200) throw new Error(made.text)
  await server.status(({ nodeActive }) => nodeActive)
}

export const sparesOf = async (server: Pick<ApiServer, 'get'>): Promise<SparesAnswer> =>
  fitting(sparesAnswer, (await server.get('/api/spares')).body)

export const spareAt = async (
  server: Pick<ApiServer, 'get'>,
  index: number,
): Promise<Spare | undefined> =>
  (await sparesOf(server)).spares.find((spare) => spare.index === index)

export async function handOut(
  server: Pick<ApiServer, 'post'>,
  index: number,
  name?: string,
): Promise<HandOutAnswer> {
  const { body } = await server.post(`/api/spares/${index}/hand-out`, { ...(name && { name }) })
  return fitting(handOutAnswer, body)
}

/** Waits until a share has come so far. */
export const reach = (
  server: Pick<ApiServer, 'get'>,
  index: number,
  state: Spare['state'],
): Promise<void> =>
  until(async () => (await spareAt(server, index))?.state === state, {
    what: `share ${index} ${state}`,
  })

/** Another Floe that joins with what it was given, and runs on its share once this resolves. */
export async function startDevice(
  scope: Scope,
  given: Pick<HandOutAnswer, 'package' | 'password'>,
  relays: string[],
): Promise<ApiServer> {
  const device = await startServer(scope)
  await join(device, given, relays)
  return device
}

/** Asks to join, and saves what comes of it. */
export async function join(
  device: ApiServer,
  { package: text, password }: Pick<HandOutAnswer, 'package' | 'password'>,
  relays: string[],
): Promise<void> {
  const { joining } = device.context.keysets.first
  joining.begin({ package: text, password, relays })
  const received = await receivedBy(joining)
  const saved = await device.post('/api/env', {
    SHARE_CRED: received.shareCredential,
    GROUP_CRED: received.groupCredential,
    GROUP_NAME: received.name,
    RELAYS: JSON.stringify(received.relays),
  })
  if (saved.status !== 200) throw new Error(saved.text)
  await device.status(({ nodeActive }) => nodeActive)
}

async function receivedBy(joining: KeysetContext['joining']) {
  await until(() => joining.state.state === 'received' || joining.state.state === 'failed', {
    what: 'the group',
  })
  const { state } = joining
  if (state.state !== 'received') throw new Error(JSON.stringify(state))
  return state
}
