import { beforeAll, describe, expect, it } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import { isLong } from '../support/long.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { ClientProcess } from './client-process.ts'
import { type Client, clientsHere, newestHere } from './support/clients.ts'
import { follows, type Paired, runErrand, runErrands } from './support/errands.ts'
import { startFloeSigner } from './support/floe.ts'
import { pair, pairByBunker, pairByNostrconnect, reopened } from './support/pair-client.ts'
import type { RemoteSigner } from './support/remote-signer.ts'

/** The largest event that strfry accepts by default, bytes. */
const RELAY_TAKES = 65_536
/**
 * NIP-44 pads a request with this many people to 40,960 bytes, and the answer, which has id, key and
 * signature too, to 49,152. In base64 the relay accepts the request, but not the answer.
 */
const FOLLOWS = 530
/** Some clients wait before they connect again, and most send a request again only after one has failed. */
const BACK_WITHIN_MS = 180_000
const TRY_MS = 5_000
/** For three restarts, each of which may take `BACK_WITHIN_MS`. */
const RESTARTS_MS = 600_000

const SIGNING_OUT = ['nostr-tools 2.25.2', 'applesauce 6.2.2', 'Snort 2.1.9', 'snstr 0.6.0']

const scope = fileScope()
let signer: RemoteSigner
/** The stored sessions of the clients that are opened again. */
const sessions = new Map<Client, unknown>()

beforeAll(async () => {
  signer = await startFloeSigner(scope)
})

/** Lets each client ask until it is served. @returns the names of those that are not in time, and why */
async function notServed(all: readonly Paired[]): Promise<string[]> {
  const unserved = all.map(async (paired) => {
    let why = ''
    const isServed = () =>
      runErrand(paired, TRY_MS).then(
        () => true,
        (error: Error) => {
          why = error.message
          return false
        },
      )
    const back = until(isServed, { timeout: BACK_WITHIN_MS })
    return back.then(
      () => [],
      () => [`${paired.of.name}: ${why}`],
    )
  })
  return (await Promise.all(unserved)).flat()
}

/** Opens a client again, with the session of its own test if that has run; otherwise pairs it first. */
async function openedAnew(scope: Scope, of: Client): Promise<Paired> {
  if (sessions.has(of)) return reopened(scope, { signer, of, session: sessions.get(of) })
  const paired = await pair(scope, signer, of)
  if (!paired.client.can('save')) return paired
  const session = await paired.client.save()
  await paired.client.stop()
  return reopened(scope, { signer, of, session })
}

describe('a genuine client', () => {
  it.for(clientsHere)(
    '$name gets all it asks for, paired by each link that it takes, and signs out if it can',
    async (of, scope) => {
      const client = await ClientProcess.start(scope, of.program)
      expect(client.can('logout')).toBe(SIGNING_OUT.includes(of.name))
      if (of.links.includes('nostrconnect')) {
        const paired = await pairByNostrconnect(client, signer, of)
        // It asks in the same way after either link, so one errand is enough here.
        await (of.links.includes('bunker') && !isLong ? runErrand(paired) : runErrands(paired))
      }
      if (of.links.includes('bunker')) {
        const { pairing, ...paired } = await pairByBunker(client, signer, of)
        await runErrands(paired)
        if (client.can('logout')) {
          await client.logout()
          await until(pairing.isSignedOut, { what: `${of.name} to be signed out` })
          if (newestHere.includes(of)) await pairByBunker(client, signer, of)
        }
      }
      if (newestHere.includes(of) && client.can('save')) sessions.set(of, await client.save())
    },
  )

  it('is told that a list is too large, where the relay takes no such answer', async (scope) => {
    const of = clientsHere.find(({ name }) => name === 'nostr-tools 2.25.2') as Client
    const { client } = await pair(scope, signer, of)
    signer.relay.setFaults({ maxEventBytes: RELAY_TAKES })
    scope.onTestFinished(() => signer.relay.clearFaults())
    const [before = '', after = ''] = texts.tooLarge(Number.NaN).split('NaN')
    const error = await client.sign(follows(FOLLOWS)).catch((error: Error) => error)
    expect(`${error}`).toContain(before)
    expect(`${error}`).toContain(after)
  })
})

describe('genuine clients', () => {
  it('are served again after they, Floe and the relay were restarted', {
    timeout: RESTARTS_MS,
  }, async (scope) => {
    const all: Paired[] = []
    for (const of of newestHere) all.push(await openedAnew(scope, of))
    expect(await notServed(all), 'opened anew').toEqual([])

    await signer.restart()
    expect(await notServed(all), 'after a restart of Floe').toEqual([])

    await signer.relay.stop()
    await signer.relay.start()
    // The client in a page connects again only after a minute.
    const hearing = all.filter(
      ({ of }) => of.faults.relayRestart === undefined && (isLong || !of.isInPage),
    )
    expect(await notServed(hearing), 'after a restart of the relay').toEqual([])
  })
})
