import { type OnboardingState, onboardingState, type PackageForm } from '#contract/packages.ts'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { handOutAnswer, reservedSharesAnswer } from '#contract/reserved-shares.ts'
import { type ApiServer, type ApiServerOptions, startServer } from './api-server.ts'
import { fitting } from './fitting.ts'
import { AT_ONCE } from './patient.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

type Calls = Pick<ApiServer, 'get' | 'post' | 'status'>
type Invitation = Pick<HandOutAnswer, 'package' | 'password'>
type Received = Extract<OnboardingState, { state: 'received' }>

/** Makes a keyset of 2026 on a server that has none. */
export async function createKeyset(
  server: Calls,
  relays: readonly string[],
  sizes = { threshold: 2, totalMembers: 3 },
): Promise<void> {
  const made = await server.post('/api/keyset', { name: 'Family', ...sizes, relays })
  if (made.status !== 200) throw new Error(made.text)
  await server.status(({ nodeActive }) => nodeActive)
}

export const reservedSharesOf = async (
  server: Pick<ApiServer, 'get'>,
): Promise<ReservedSharesAnswer> =>
  fitting(reservedSharesAnswer, (await server.get('/api/spares')).body)

export const reservedShareAt = async (
  server: Pick<ApiServer, 'get'>,
  index: number,
): Promise<ReservedShare | undefined> =>
  (await reservedSharesOf(server)).spares.find((spare) => spare.index === index)

export async function handOut(
  server: Pick<ApiServer, 'post'>,
  index: number,
  name?: string,
  form?: PackageForm,
): Promise<HandOutAnswer> {
  const { body } = await server.post(`/api/spares/${index}/hand-out`, {
    ...(name && { name }),
    ...(form && { form }),
  })
  return fitting(handOutAnswer, body)
}

/** Waits until a reserved share is in this state. */
export const reach = (
  server: Pick<ApiServer, 'get'>,
  index: number,
  state: ReservedShare['state'],
): Promise<void> =>
  until(async () => (await reservedShareAt(server, index))?.state === state, {
    what: `share ${index} ${state}`,
  })

/**
 * Starts another Floe that joins with an invitation. Resolves when it runs on its share.
 *
 * @param options those of the server that made the invitation
 */
export async function startDevice(
  scope: Scope,
  given: Invitation,
  relays: string[],
  options: Pick<ApiServerOptions, 'hashing'> = {},
): Promise<ApiServer> {
  const device = await startServer(scope, { timings: { node: AT_ONCE }, ...options })
  await join(device, given, relays)
  return device
}

/** Asks to join, and saves the received credentials. */
export async function join(device: Calls, given: Invitation, relays: string[]): Promise<void> {
  await beginJoining(device, given, relays)
  await receivedBy(device)
  await saveReceived(device)
}

export async function beginJoining(
  device: Pick<Calls, 'post'>,
  { package: text, password }: Invitation,
  relays: string[],
): Promise<void> {
  const begun = await device.post('/api/joining', { package: text, password, relays })
  if (begun.status !== 200) throw new Error(begun.text)
}

/** Waits until a joining device has received the group. @throws when it fails */
export async function receivedBy(device: Pick<Calls, 'get'>): Promise<Received> {
  const now = async () => fitting(onboardingState, (await device.get('/api/joining')).body)
  await until(async () => ['received', 'failed'].includes((await now()).state), {
    what: 'the group',
  })
  const state = await now()
  if (state.state !== 'received') throw new Error(JSON.stringify(state))
  return state
}

export async function saveReceived(device: Calls): Promise<void> {
  const saved = await device.post('/api/joining/save', {})
  if (saved.status !== 200) throw new Error(saved.text)
  await device.status(({ nodeActive }) => nodeActive)
}
