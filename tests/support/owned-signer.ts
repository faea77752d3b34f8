import type { Preset, RuleRequest } from '#contract/rules.ts'
import type { Scope as AccessScope } from '#contract/scopes.ts'
import type { RelayFixture, RelayOptions } from '../../relay-fixture/relay.ts'
import { ask, byKey, CLOSED, makeKeys } from './access.ts'
import { type Answer, type ApiServer, firstShare, startServer } from './api-server.ts'
import { newPair } from './pair.ts'
import { type Scope, startPeerFor, startRelayFor } from './scope.ts'
import { until } from './until.ts'

/** A server that signs with a peer and has an API key of each scope, for tests of rules. */
export interface OwnedSigner {
  server: ApiServer
  relay: RelayFixture
  keyset: ReturnType<typeof newPair>
  headers: Record<AccessScope, Record<string, string>>
  /** The id of the key with scope `sign`. */
  program: string
  /** Adds a rule for that key. @returns its id */
  rule(rule: Omit<RuleRequest, 'whom' | 'for'>): Promise<number>
  preset(preset: Preset | null): Promise<void>
  /** Signs a hash with that key. */
  sign(message: string, headers?: Record<string, string>): Promise<Answer>
  signEvent(kind: number, content: string, headers?: Record<string, string>): Promise<Answer>
  /** Waits until this many questions wait. @returns their ids */
  waiting(count: number): Promise<string[]>
  answer(id: string, body: object, headers?: Record<string, string>): Promise<Answer>
}

export async function startOwnedSigner(
  scope: Scope,
  options: RelayOptions = {},
): Promise<OwnedSigner> {
  const relay = await startRelayFor(scope, options)
  const keyset = newPair()
  const environment = { ...CLOSED, ...firstShare(keyset, [relay.url]) }
  const server = await startServer(scope, { environment })
  await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
  })
  const { first } = server.context.keysets
  await until(() => first.supervisor.signer?.isReady === true)
  const keys = makeKeys(server)
  const headers = {
    read: byKey(keys.read),
    sign: byKey(keys.sign),
    approve: byKey(keys.approve),
    admin: byKey(keys.admin),
  }
  const program = server.context.auth.apiKeys.list().find(({ name }) => name === 'sign')?.id ?? ''
  const whom = { door: 'program', id: program }
  return {
    ...{ server, relay, keyset, headers, program },
    rule: async (rule) => {
      const body = { whom, ...rule }
      const added = await ask(server, 'addRule', { headers: headers.admin, body })
      if (added.status !== 200) throw new Error(added.text)
      return (added.body as { id: number }).id
    },
    preset: async (preset) => {
      const set = { headers: headers.admin, params: whom, body: { preset } }
      const answer = await ask(server, 'setCaller', set)
      if (answer.status !== 200) throw new Error(answer.text)
    },
    sign: (message, more = {}) =>
      ask(server, 'sign', { headers: { ...headers.sign, ...more }, body: { message } }),
    signEvent: (kind, content, more = {}) => {
      const event = { kind, created_at: 1_700_000_000, tags: [], content }
      return ask(server, 'sign', { headers: { ...headers.sign, ...more }, body: { event } })
    },
    waiting: async (count) => {
      await until(() => first.policy.waiting().length === count)
      return first.policy.waiting().map(({ id }) => id)
    },
    answer: (id, body, by = headers.approve) =>
      ask(server, 'answerQuestion', { headers: by, params: { id }, body }),
  }
}
