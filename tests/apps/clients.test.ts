import { beforeAll, describe, expect, it } from 'vitest'
import { apps as texts } from '../../server/contract/app-messages.ts'
import { fileScope } from '../support/file-scope.ts'
import { isLong } from '../support/long.ts'
import { until } from '../support/until.ts'
import { ClientProcess } from './client-process.ts'
import { type Client, clientsHere } from './support/clients.ts'
import { follows, runErrand, runErrands } from './support/errands.ts'
import { startFloeSigner } from './support/floe.ts'
import { pair, pairByBunker, pairByNostrconnect } from './support/pair-client.ts'
import type { RemoteSigner } from './support/remote-signer.ts'

/** What strfry takes of an event unless told otherwise. */
const RELAY_TAKES = 65_536
/**
 * NIP-44 pads a request of so many to 40,960 bytes, and the answer, which has id, key and signature too, to
 * 49,152: in base64 the one is taken, and the other is not.
 */
const FOLLOWS = 530

const SIGNING_OUT = ['nostr-tools 2.25.2', 'applesauce 6.2.2', 'Snort 2.1.9', 'snstr 0.6.0']

const scope = fileScope()
let signer: RemoteSigner

beforeAll(async () => {
  signer = await startFloeSigner(scope)
})

describe('a genuine client', () => {
  it.for(clientsHere)(
    '$name gets all it asks for, paired by each link that it takes, and signs out if it can',
    async (of, scope) => {
      const client = await ClientProcess.start(scope, of.program)
      const isByBoth = of.links.length === 2
      if (of.links.includes('nostrconnect')) {
        const paired = await pairByNostrconnect(client, signer, of)
        // It asks the same way by either link: all of it by the other one.
        await (isByBoth && !isLong ? runErrand(paired) : runErrands(paired))
      }
      if (of.links.includes('bunker')) {
        const paired = await pairByBunker(client, signer, of)
        await runErrands(paired)
        expect(client.can('logout')).toBe(SIGNING_OUT.includes(of.name))
        if (!client.can('logout')) return
        await client.logout()
        await until(paired.pairing.isSignedOut, { what: `${of.name} to be signed out` })
      }
    },
  )

  it('is told that a list is too large, where the relay takes no such answer', async (scope) => {
    const of = clientsHere.find(({ name }) => name === 'nostr-tools 2.25.2') as Client
    const { client } = await pair(scope, signer, of)
    signer.relay.setFaults({ maxEventBytes: RELAY_TAKES })
    scope.onTestFinished(() => signer.relay.clearFaults())
    const [before = '', after = ''] = texts.tooLarge(Number.NaN, RELAY_TAKES).split('NaN')
    const error = await client.sign(follows(FOLLOWS)).catch((error: Error) => error)
    expect(`${error}`).toContain(before)
    expect(`${error}`).toContain(after)
  })
})
