import type { Scope } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { ClientProcess } from '../client-process.ts'
import type { Client } from './clients.ts'
import type { Paired } from './errands.ts'
import type { Pairing, RemoteSigner } from './remote-signer.ts'

/** Pairs a client by a link of the signer. */
export async function pairByBunker(
  client: ClientProcess,
  signer: RemoteSigner,
  of: Client,
): Promise<Paired & { pairing: Pairing }> {
  const pairing = await signer.invite()
  await client.pairByBunker(pairing.uri)
  return { client, of, signer, pairing }
}

/** Pairs a client by its own link. */
export async function pairByNostrconnect(
  client: ClientProcess,
  signer: RemoteSigner,
  of: Client,
): Promise<Paired> {
  const { relay } = signer
  const uri = await client.invite([relay.url])
  // A person takes longer to bring a link to the signer than a client to listen.
  const { hostname: pubkey } = new URL(uri)
  await until(() => relay.hasListener(pubkey), { what: 'the client to listen' })
  await signer.accept(uri)
  await client.invited()
  return { client, of, signer }
}

/** Starts a client, which ends with the test, and pairs it: by a link of the signer, or else by its own. */
export async function pair(scope: Scope, signer: RemoteSigner, of: Client): Promise<Paired> {
  const client = await ClientProcess.start(scope, of.program)
  return of.links.includes('bunker')
    ? pairByBunker(client, signer, of)
    : pairByNostrconnect(client, signer, of)
}

/** Opens an app again with its stored session, in a new process, which ends with the test. */
export async function reopened(
  scope: Scope,
  { signer, of, session }: { signer: RemoteSigner; of: Client; session: unknown },
): Promise<Paired> {
  const client = await ClientProcess.start(scope, of.program)
  await client.restore(session)
  return { client, of, signer }
}
