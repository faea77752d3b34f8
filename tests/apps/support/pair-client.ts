import type { Scope } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { ClientProcess } from '../client-process.ts'
import type { Client } from './clients.ts'
import type { Paired } from './errands.ts'
import type { Pairing, RemoteSigner } from './remote-signer.ts'

/** Starts a client, which ends with the test, and pairs it by a link of the signer. */
export async function pairByBunker(
  scope: Scope,
  signer: RemoteSigner,
  of: Client,
): Promise<Paired & { pairing: Pairing }> {
  const client = await ClientProcess.start(scope, of.program)
  const pairing = await signer.invite()
  await client.pairByBunker(pairing.uri)
  return { client, of, signer, pairing }
}

/**
 * Starts a client, which ends with the test, and pairs it by its own link. Nothing else may subscribe at
 * the signer's relay meanwhile: that is how it is known that the client listens.
 */
export async function pairByNostrconnect(
  scope: Scope,
  signer: RemoteSigner,
  of: Client,
): Promise<Paired> {
  const { relay } = signer
  const client = await ClientProcess.start(scope, of.program)
  const { subscriptions } = relay
  const uri = await client.invite([relay.url])
  // A person takes longer to bring a link to the signer than a client to listen.
  await until(() => relay.subscriptions > subscriptions, { what: 'the client to listen' })
  await signer.accept(uri)
  await client.invited()
  return { client, of, signer }
}

/** By a link of the signer if the client takes any. */
export const pair = (scope: Scope, signer: RemoteSigner, of: Client): Promise<Paired> =>
  of.links.includes('bunker')
    ? pairByBunker(scope, signer, of)
    : pairByNostrconnect(scope, signer, of)

/** The app is killed and opened again, with what it keeps of its session. */
export async function reopened(scope: Scope, before: Paired): Promise<Paired> {
  const session = await before.client.save()
  await before.client.stop()
  const client = await ClientProcess.start(scope, before.of.program)
  await client.restore(session)
  return { ...before, client }
}
