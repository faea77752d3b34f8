import type { AppView, InviteAnswer } from '#contract/apps.ts'
import { firstShare, newKeyset } from '../../support/api-server.ts'
import { startFloe } from '../../support/floe-process.ts'
import { freePort } from '../../support/free-port.ts'
import { startMember } from '../../support/pair.ts'
import { type Scope, startRelayFor } from '../../support/scope.ts'
import type { RemoteSigner } from './remote-signer.ts'

/** Starts Floe in a process of its own, and two more share holders that sign with it, over one relay. */
export async function startFloeSigner(scope: Scope): Promise<RemoteSigner> {
  // Tests stop and start it: meanwhile nobody else may get its port.
  const relay = await startRelayFor(scope, { port: await freePort() })
  const keyset = newKeyset()
  const environment = firstShare(keyset, [relay.url])
  let floe = await startFloe(scope, environment)
  await Promise.all([2, 3].map((idx) => startMember(scope, keyset, idx, [relay.url])))
  const canSign = () => floe.status((status) => status.canSign)
  await canSign()

  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await floe.post(path, body)
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.text}`)
    return answer.body as T
  }
  // No preset lets an app decrypt: that takes rules.
  for (const operation of ['nip44.decrypt', 'nip04.decrypt']) {
    await post('/api/rules', { whom: { door: 'app' }, operation, verdict: 'allow' })
  }
  return {
    relay,
    pubkey: keyset.group.group_pk.slice(2),
    invite: async () => {
      const asked = { name: 'A client', preset: 'all' }
      const { id, uri } = await post<InviteAnswer>('/api/apps/invite', asked)
      return {
        uri,
        isSignedOut: async () => {
          const { body } = await floe.get(`/api/apps/${id}`)
          return (body as AppView).state === 'signed out'
        },
      }
    },
    accept: async (uri) => {
      await post('/api/apps/accept', { uri, name: 'A client', preset: 'all' })
    },
    restart: async () => {
      floe.send('SIGKILL')
      await floe.exit
      floe = await startFloe(scope, environment, floe.dataDir)
      await canSign()
    },
  }
}
