import type { AcceptRequest, AppView, InviteAnswer, InviteRequest } from '#contract/apps.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { RelayFixture, RelayOptions } from '../../relay-fixture/relay.ts'
import { type ApiServer, firstShare, startServer } from './api-server.ts'
import type { FloeSigner } from './floe-signer.ts'
import { startMember } from './pair.ts'
import { type Scope, startRelayFor } from './scope.ts'
import { until } from './until.ts'

/** A server whose apps can sign, with two share holders beside it, over a relay. */
export interface AppSigner {
  server: ApiServer
  relay: RelayFixture
  members: FloeSigner[]
  keyset: Keyset
  /** The group's x-only key, hex. */
  pubkey: string
  invite(request?: Partial<InviteRequest>): Promise<InviteAnswer>
  accept(request: Pick<AcceptRequest, 'uri'> & Partial<AcceptRequest>): Promise<string>
  app(id: string): Promise<AppView>
  /** The answer's body. */
  call<T>(method: string, path: string, body?: object): Promise<T>
}

export interface AppSignerOptions {
  /** The protocol that the share holders sign in. */
  generation?: ProtocolName
  relay?: RelayOptions
  environment?: Readonly<Record<string, string>>
}

export async function startAppSigner(
  scope: Scope,
  { generation = '1.x', relay: options = {}, environment = {} }: AppSignerOptions = {},
): Promise<AppSigner> {
  const relay = await startRelayFor(scope, options)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const server = await startServer(scope, {
    environment: { ...firstShare(keyset, [relay.url]), ...environment },
  })
  const members = await Promise.all(
    [2, 3].map((idx) => startMember(scope, keyset, idx, [relay.url], { generation })),
  )
  // Not through the API, which may need a login.
  const { supervisor } = server.context.keysets.first
  await until(() => supervisor.health.directions.ask.can)
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(server.url + path, {
      method,
      // A kept connection may have ended while this process was busy.
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  return {
    ...{ server, relay, members, call },
    keyset,
    pubkey: keyset.group.group_pk.slice(2),
    invite: (request) =>
      call('POST', '/api/apps/invite', { name: 'Notes', preset: 'all', ...request }),
    accept: async (request) =>
      (await call<{ id: string }>('POST', '/api/apps/accept', { preset: 'all', ...request })).id,
    app: (id) => call('GET', `/api/apps/${id}`),
  }
}
